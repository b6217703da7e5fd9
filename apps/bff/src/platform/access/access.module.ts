import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Passwords } from '../auth/passwords';
import { Session } from '../auth/session.entity';
import { SessionCache } from '../auth/session-cache';
import { SessionView } from '../auth/session-view.entity';
import { SessionsRepository } from '../auth/sessions.repository';
import { ACCESS_SECONDS, ACCESS_TOKEN, Tokens } from '../auth/tokens';
import { User } from '../auth/user.entity';
import { Config } from '../config/config';
import { AccessGuard } from './access.guard';
import { AccessLoss } from './access-loss';
import { JwtStrategy } from './jwt.strategy';
import { RateLimit } from './rate-limit';
import { RecentSignIn } from './recent-sign-in';
import { RehearsalEntry } from './rehearsal-entry';
import { ServiceTokenCallers } from './service-tokens';
import { TokenStrategies } from './token-strategies';

/** The global guard, and the sessions, tokens and passwords that it and the features use. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([Session, SessionView, User]),
    JwtModule.registerAsync({
      inject: [Config],
      useFactory: (config: Config) => ({
        // jsonwebtoken would turn a string into a KeyObject for every request, at fifty times the cost.
        secretOrKeyProvider: () => config.tokenKey,
        signOptions: {
          algorithm: 'HS256',
          expiresIn: ACCESS_SECONDS,
          issuer: ACCESS_TOKEN.issuer,
          audience: ACCESS_TOKEN.audience,
        },
      }),
    }),
  ],
  providers: [
    Tokens,
    SessionCache,
    SessionsRepository,
    Passwords,
    RateLimit,
    JwtStrategy,
    RecentSignIn,
    RehearsalEntry,
    TokenStrategies,
    ServiceTokenCallers,
    AccessLoss,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [
    Tokens,
    SessionCache,
    SessionsRepository,
    Passwords,
    RateLimit,
    AccessLoss,
    RehearsalEntry,
    TokenStrategies,
  ],
})
export class AccessModule {}
