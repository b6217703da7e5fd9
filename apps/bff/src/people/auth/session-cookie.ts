import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Tokens } from '../../platform/auth/tokens';
import type { SessionDto } from './auth.dto';
import type { Client } from './client';
import { cookieSuffix, readCookie } from './host-cookie';

/** The lifetime of a session. */
const MAX_AGE_S = 7 * 86_400;
const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Strict';

/** A new session for the response; `cookie` is null for an API client. */
export type IssuedSession = { session: SessionDto; cookie: string | null };

/**
 * The cookie that a browser's refresh token is of use with. Scripts can't read it, and a page can't send it elsewhere: neither a
 * stolen storage nor a stolen cookie gives a session.
 */
@Injectable()
export class SessionCookie {
  private readonly name: string;

  constructor(tokens: Tokens) {
    this.name = `__Host-tessera_${cookieSuffix(tokens, 'session cookie')}`;
  }

  /** A new session's cookie. */
  create = (): string => randomBytes(32).toString('base64url');

  /** The cookie that the client sent; null without. */
  read = (client: Pick<Client, 'cookies'>): string | null => readCookie(client, this.name);

  /** Sets the cookie of a new session, if it has one, and returns the session for the response. */
  set(reply: FastifyReply, { session, cookie }: IssuedSession): SessionDto {
    if (cookie !== null)
      void reply.header('Set-Cookie', `${this.name}=${cookie}; Max-Age=${MAX_AGE_S}; ${ATTRIBUTES}`);
    return session;
  }

  clear(reply: FastifyReply): void {
    void reply.header('Set-Cookie', `${this.name}=; Max-Age=0; ${ATTRIBUTES}`);
  }
}
