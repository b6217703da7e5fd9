import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import passport from 'passport';
import { Strategy } from 'passport-jwt';
import { signedInUserId } from '../auth/account';
import { SessionCache } from '../auth/session-cache';
import { ACCESS_TOKEN, type AccessClaims, accessClaims } from '../auth/tokens';
import { Config } from '../config/config';
import { bearerOf } from './bearer.guard';
import { type Caller, userCaller } from './caller';
import { providedKey } from './passport-jwt-internals';
import { RateLimit } from './rate-limit';

/** Passport's strategy for access tokens: signed by this server, not expired, and of a live session. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy, 'jwt') {
  constructor(
    config: Config,
    private readonly sessions: SessionCache,
    private readonly rateLimit: RateLimit,
  ) {
    super({
      jwtFromRequest: (request: unknown) => bearerOf(request as FastifyRequest),
      secretOrKeyProvider: (_request: unknown, _token: unknown, done: (error: null, key: string) => void) =>
        done(null, providedKey(config.tokenKey)),
      passReqToCallback: true,
      ...ACCESS_TOKEN,
    });
    // Passport registers strategies per process, and tests run several applications in one.
    this.name = `jwt-${randomUUID()}`;
    passport.use(this);
  }

  /** Returns null when the session has ended. Throws when the database is unreachable, which is 503 and never 401. */
  async validate(request: FastifyRequest, payload: AccessClaims): Promise<Caller | null> {
    const claims = accessClaims(payload);
    if (!claims) return null;
    this.rateLimit.count('session', claims.sessionId);
    this.rateLimit.count('user', String(claims.userId));
    const account = await this.sessions.findAccount(claims.sessionId);
    return account && signedInUserId(account) === claims.userId ? userCaller(request, account) : null;
  }
}
