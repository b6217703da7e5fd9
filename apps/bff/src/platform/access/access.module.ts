import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { Passwords } from '../auth/passwords';
import { Sessions } from '../auth/sessions';
import { ACCESS_SECONDS, Tokens } from '../auth/tokens';
import { WorkerTokens } from '../auth/worker-tokens';
import { Config } from '../config/config';
import { AuthenticateGuard } from './authenticate.guard';
import { PermitGuard } from './permit.guard';
import { RateLimit } from './rate-limit';
import { RecentSignInGuard } from './recent-sign-in';

/** The global guards, in their order, and what they go by. */
@Global()
@Module({
  imports: [
    JwtModule.registerAsync({
      inject: [Config],
      useFactory: (config: Config) => ({
        // A KeyObject: a string would be turned into one for every request, at fifty times the cost.
        secretOrKeyProvider: () => config.tokenKey,
        signOptions: { algorithm: 'HS256', expiresIn: ACCESS_SECONDS, issuer: 'tessera' },
        verifyOptions: { algorithms: ['HS256'], issuer: 'tessera' },
      }),
    }),
  ],
  providers: [
    Tokens,
    Sessions,
    Passwords,
    WorkerTokens,
    RateLimit,
    { provide: APP_GUARD, useClass: AuthenticateGuard },
    { provide: APP_GUARD, useClass: PermitGuard },
    { provide: APP_GUARD, useClass: RecentSignInGuard },
  ],
  exports: [Tokens, Sessions, Passwords, WorkerTokens],
})
export class AccessModule {}
