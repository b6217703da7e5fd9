import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Tokens } from '../../../platform/auth/tokens';
import type { Client } from '../client';

const MAX_AGE_DAYS = 180;
const cookieName = (userId: number) => `tessera_device_${userId}`;

/**
 * Recognizes browsers that an account has signed in from, by a signed cookie per account. The cookie grants no access, only
 * a separate budget of guesses.
 */
@Injectable()
export class KnownDevices {
  constructor(private readonly tokens: Tokens) {}

  /** The client's device; null when it is not known for that user. */
  deviceOf(client: Client, userId: number): string | null {
    const cookie = client.cookies?.split(/; */).find((part) => part.startsWith(`${cookieName(userId)}=`));
    const [device = '', signature = ''] = cookie?.slice(cookieName(userId).length + 1).split('.') ?? [];
    const expected = Buffer.from(this.sign(userId, device));
    const given = Buffer.from(signature);
    return device !== '' && given.length === expected.length && timingSafeEqual(given, expected)
      ? device
      : null;
  }

  /** Sets the cookie after a sign-in. A known device keeps its id. */
  remember(reply: FastifyReply, client: Client, userId: number): void {
    const device = this.deviceOf(client, userId) ?? randomBytes(16).toString('base64url');
    const secure = reply.request.protocol === 'https' ? '; Secure' : '';
    void reply.header(
      'Set-Cookie',
      `${cookieName(userId)}=${device}.${this.sign(userId, device)}; Path=/api/auth; Max-Age=${MAX_AGE_DAYS * 86_400}; HttpOnly; SameSite=Strict${secure}`,
    );
  }

  private sign = (userId: number, device: string) => this.tokens.keyed('device', `${userId}:${device}`);
}
