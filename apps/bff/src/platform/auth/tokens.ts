import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { Config } from '../config/config';

/** Seconds an access token is good for (contract section 2). */
export const ACCESS_SECONDS = 10 * 60;

export type AccessClaims = { userId: number; sessionId: string };

/** How tokens are kept: their SHA-256. They are long and random, so it needs no salt. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest('base64url');

/** A new random token with a readable beginning, e.g. `tw_…`. */
export const randomToken = (prefix: string) => `${prefix}${randomBytes(32).toString('base64url')}`;

/** Access tokens remembered at most: the signature of one that comes again and again is checked once. */
const REMEMBERED = 5000;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Makes and reads access tokens (JWT) and refresh tokens (`session id.secret`). */
@Injectable()
export class Tokens {
  /** Tokens whose signature was good, the first seen first; good until `until`, in ms of the epoch. */
  private readonly read = new Map<string, { claims: AccessClaims; until: number }>();

  constructor(
    private readonly jwt: JwtService,
    private readonly config: Config,
  ) {}

  access(claims: AccessClaims): string {
    return this.jwt.sign({ sid: claims.sessionId }, { subject: String(claims.userId) });
  }

  /** The claims of a token that is ours and not past its time; null otherwise. */
  readAccess(token: string): AccessClaims | null {
    const known = this.read.get(token);
    if (known && Date.now() < known.until) return known.claims;
    try {
      const { sub, sid, exp } = this.jwt.verify<{ sub: string; sid: string; exp: number }>(token);
      const claims = { userId: Number(sub), sessionId: sid };
      this.remember(token, claims, exp * 1000);
      return claims;
    } catch {
      this.read.delete(token);
      return null;
    }
  }

  private remember(token: string, claims: AccessClaims, until: number): void {
    this.read.set(token, { claims, until });
    if (this.read.size <= REMEMBERED) return;
    const [oldest] = this.read.keys();
    if (oldest !== undefined) this.read.delete(oldest);
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
