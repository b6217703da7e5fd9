import { createHash, createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { Config } from '../config/config';

/** Lifetime of an access token. */
export const ACCESS_SECONDS = 10 * 60;

/** What access tokens are signed with and checked for. */
export const ACCESS_TOKEN = { algorithms: ['HS256' as const], issuer: 'tessera', audience: 'tessera-api' };

/** The payload of an access token. */
export type AccessClaims = { sub?: unknown; sid?: unknown; exp?: unknown };

/** Lifetime of a module's token. */
const MODULE_SECONDS = 15 * 60;
/** Another audience than that of access tokens, so that neither passes for the other. */
const MODULE_TOKEN = { ...ACCESS_TOKEN, audience: 'tessera-module' };

/** Whose rows of which module in which realm a module's token is for. */
export type ModuleClaims = { userId: number; sessionId: string; realmId: number; module: string };

/** The user and session of a token; null without them or without `exp`, since libraries accept a token that never expires. */
export const accessClaims = ({
  sub,
  sid,
  exp,
}: AccessClaims): { userId: number; sessionId: string } | null =>
  typeof sub === 'string' && typeof sid === 'string' && typeof exp === 'number'
    ? { userId: Number(sub), sessionId: sid }
    : null;

/** The stored form of a token: its SHA-256. Tokens are long and random, so it needs no salt. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest('base64url');

/** A new random token with a readable prefix, e.g. `tw_`. */
export const randomToken = (prefix: string) => `${prefix}${randomBytes(32).toString('base64url')}`;

/** Rotations of a session that are followed: five times those of 7 days, in about 20 ms. */
const MAX_STEPS = 5000;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Creates access tokens (JWT) and refresh tokens (`session id.secret`). */
@Injectable()
export class Tokens {
  constructor(
    private readonly jwt: JwtService,
    private readonly config: Config,
  ) {}

  access(userId: number, sessionId: string): string {
    return this.jwt.sign({ sid: sessionId }, { subject: String(userId) });
  }

  /** A token for a module's rows in one realm, for one session. */
  module({ userId, sessionId, realmId, module }: ModuleClaims): { token: string; expiresAt: Date } {
    // Before the token is made, so that it lasts at least until then.
    const expiresAt = new Date((Math.floor(Date.now() / 1000) + MODULE_SECONDS) * 1000);
    const token = this.jwt.sign(
      { sid: sessionId, realm: realmId, module },
      { audience: MODULE_TOKEN.audience, subject: String(userId), expiresIn: MODULE_SECONDS },
    );
    return { token, expiresAt };
  }

  /** What a module's token is for; null when it isn't one of this server's, or has expired. */
  readModule(token: string): ModuleClaims | null {
    try {
      const claims = this.jwt.verify<AccessClaims & { realm?: unknown; module?: unknown }>(
        token,
        MODULE_TOKEN,
      );
      const account = accessClaims(claims);
      const { realm, module } = claims;
      return account && typeof realm === 'number' && typeof module === 'string'
        ? { ...account, realmId: realm, module }
        : null;
    } catch {
      return null;
    }
  }

  /** A session's first refresh token. */
  firstRefresh(sessionId: string): string {
    return `${sessionId}.${randomBytes(32).toString('base64url')}`;
  }

  /** The successor of a refresh token: always the same, and computable only with the server's key. */
  nextRefresh(token: string): string {
    const secret = createHmac('sha256', this.config.tokenKey).update(`refresh:${token}`).digest('base64url');
    return `${token.split('.', 1)[0]}.${secret}`;
  }

  /** Whether a token was issued up to `steps` rotations before the one with this hash, found by following its successors. */
  wasIssuedBefore(token: string, hash: string, steps: number): boolean {
    let next = token;
    for (let step = 0; step < Math.min(steps, MAX_STEPS); step += 1) {
      next = this.nextRefresh(next);
      if (tokenHash(next) === hash) return true;
    }
    return false;
  }

  /** The session that a refresh token names; null when its form is wrong. */
  sessionOf(refreshToken: string): string | null {
    const [session = '', secret = '', ...rest] = refreshToken.split('.');
    return uuid.test(session) && secret.length === 43 && rest.length === 0 ? session : null;
  }

  /** A keyed hash, for values that are only compared (bodies of idempotent requests, names of budgets). */
  keyed(purpose: string, text: string): string {
    return createHmac('sha256', this.config.tokenKey).update(`${purpose}:`).update(text).digest('base64url');
  }
}
