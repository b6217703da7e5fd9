import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Tokens } from '../../platform/auth/tokens';
import type { Client } from '../auth/client';
import { cookieSuffix, readCookie } from '../auth/host-cookie';

/** As long as an attempt is valid. */
const MAX_AGE_S = 600;
const VALUE = /^[\w-]{43}$/;

/**
 * The cookie of a browser that is on its way to a provider and back: nobody can finish in one browser what was begun in
 * another. Lax, since the provider sends the browser back from another site.
 */
@Injectable()
export class AttemptCookie {
  private readonly name: string;

  constructor(tokens: Tokens) {
    this.name = `__Host-tessera_sso_${cookieSuffix(tokens, 'single sign-on cookie')}`;
  }

  /** The cookie that the client sent; null without. */
  read(client: Pick<Client, 'cookies'>): string | null {
    const value = readCookie(client, this.name);
    return value !== null && VALUE.test(value) ? value : null;
  }

  /** The browser's cookie, or a new one: attempts in two tabs share it. */
  valueFor = (client: Pick<Client, 'cookies'>): string =>
    this.read(client) ?? randomBytes(32).toString('base64url');

  set(reply: FastifyReply, value: string): void {
    const attributes = `Path=/; Max-Age=${MAX_AGE_S}; HttpOnly; Secure; SameSite=Lax`;
    void reply.header('Set-Cookie', `${this.name}=${value}; ${attributes}`);
  }
}
