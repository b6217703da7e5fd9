import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Passwords } from '../auth/passwords';
import { Session } from '../auth/session.entity';
import { Sessions } from '../auth/sessions';
import { ACCESS_SECONDS, ACCESS_TOKEN, Tokens } from '../auth/tokens';
import { WorkerTokens } from '../auth/worker-tokens';
import { Config } from '../config/config';
import { AuthenticateGuard } from './authenticate.guard';
import { JwtStrategy } from './jwt.strategy';
import { PermitGuard } from './permit.guard';
import { RateLimit } from './rate-limit';
import { RecentSignInGuard } from './recent-sign-in';
import { WorkerStrategy } from './worker.strategy';

/** The global guards, in their order, and what they go by. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([Session]),
    JwtModule.registerAsync({
      inject: [Config],
      useFactory: (config: Config) => ({
        // A KeyObject: a string would be turned into one for every request, at fifty times the cost.
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
    Sessions,
    Passwords,
    WorkerTokens,
    RateLimit,
    JwtStrategy,
    WorkerStrategy,
    { provide: APP_GUARD, useClass: AuthenticateGuard },
    { provide: APP_GUARD, useClass: PermitGuard },
    { provide: APP_GUARD, useClass: RecentSignInGuard },
  ],
  exports: [Tokens, Sessions, Passwords, WorkerTokens],
})
export class AccessModule {}
