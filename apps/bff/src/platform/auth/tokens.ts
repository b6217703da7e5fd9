import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { Config } from '../config/config';

/** Seconds an access token is good for. */
export const ACCESS_SECONDS = 10 * 60;

/** What access tokens are signed and checked with. */
export const ACCESS_TOKEN = {
  algorithms: ['HS256' as const],
  issuer: 'tessera',
  audience: 'tessera-api',
};

/** The payload of an access token. */
export type AccessClaims = { sub?: unknown; sid?: unknown; exp?: unknown };

/** Whose token it is; null unless it says so and expires: libraries take a token without `exp` for one that never does. */
export const accessClaims = ({
  sub,
  sid,
  exp,
}: AccessClaims): { userId: number; sessionId: string } | null =>
  typeof sub === 'string' && typeof sid === 'string' && typeof exp === 'number'
    ? { userId: Number(sub), sessionId: sid }
    : null;

/** How tokens are kept: their SHA-256. They are long and random, so it needs no salt. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest('base64url');

/** A new random token with a readable beginning, e.g. `tw_…`. */
export const randomToken = (prefix: string) => `${prefix}${randomBytes(32).toString('base64url')}`;

/** Rotations of a session that are followed at most: five times those of 7 days, about 20 ms. */
const MAX_STEPS = 5000;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Makes access tokens (JWT) and refresh tokens (`session id.secret`). */
@Injectable()
export class Tokens {
  constructor(
    private readonly jwt: JwtService,
    private readonly config: Config,
  ) {}

  access(userId: number, sessionId: string): string {
    return this.jwt.sign({ sid: sessionId }, { subject: String(userId) });
  }

  /** A session's first refresh token. */
  firstRefresh(sessionId: string): string {
    return `${sessionId}.${randomBytes(32).toString('base64url')}`;
  }

  /** The one successor of a refresh token: the same each time, which nobody without our key can work out. */
  nextRefresh(token: string): string {
    const secret = createHmac('sha256', this.config.tokenKey).update(`refresh:${token}`).digest('base64url');
    return `${token.split('.', 1)[0]}.${secret}`;
  }

  /**
   * Whether the token was issued before the one with that hash, at most `steps` rotations ago: then following its
   * successors leads there. Nobody can make one up that does.
   */
  wasIssuedBefore(token: string, hash: string, steps: number): boolean {
    let next = token;
    for (let step = 0; step < Math.min(steps, MAX_STEPS); step += 1) {
      next = this.nextRefresh(next);
      if (tokenHash(next) === hash) return true;
    }
    return false;
  }

  /** The session that a refresh token names; null when it can't be one of ours. */
  sessionOf(refreshToken: string): string | null {
    const [session = '', secret = '', ...rest] = refreshToken.split('.');
    return uuid.test(session) && secret.length === 43 && rest.length === 0 ? session : null;
  }

  /** A keyed hash, for what may only be compared (request bodies of idempotency keys, sign-in names). */
  keyed(purpose: string, text: string): string {
    return createHmac('sha256', this.config.tokenKey).update(`${purpose}:`).update(text).digest('base64url');
  }
}
