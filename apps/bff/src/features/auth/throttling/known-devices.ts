import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Tokens } from '../../../platform/auth/tokens';
import type { Client } from '../client';

const DAYS = 180;
const nameOf = (userId: number) => `tessera_device_${userId}`;

/**
 * Browsers that somebody has signed in from, by a signed cookie for each account. It opens nothing: it only gives the
 * browser a budget of guesses of its own, which nobody else can use up.
 */
@Injectable()
export class KnownDevices {
  constructor(private readonly tokens: Tokens) {}

  /** The client's device, if it is known for that user. */
  deviceOf(client: Client, userId: number): string | null {
    const cookie = client.cookies?.split(/; */).find((part) => part.startsWith(`${nameOf(userId)}=`));
    const [device = '', signature = ''] = cookie?.slice(nameOf(userId).length + 1).split('.') ?? [];
    const right = Buffer.from(this.sign(userId, device));
    const given = Buffer.from(signature);
    return device !== '' && given.length === right.length && timingSafeEqual(given, right) ? device : null;
  }

  /** Makes the client's device known after a sign-in; one that is known stays so. */
  remember(reply: FastifyReply, client: Client, userId: number): void {
    const device = this.deviceOf(client, userId) ?? randomBytes(16).toString('base64url');
    const secure = reply.request.protocol === 'https' ? '; Secure' : '';
    void reply.header(
      'Set-Cookie',
      `${nameOf(userId)}=${device}.${this.sign(userId, device)}; Path=/api/auth; Max-Age=${DAYS * 86_400}; HttpOnly; SameSite=Strict${secure}`,
    );
  }

  private sign = (userId: number, device: string) => this.tokens.keyed('device', `${userId}:${device}`);
}
