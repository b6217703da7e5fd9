import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { tokenHash, Tokens } from '../../../platform/auth/tokens';
import type { Tx } from '../../../platform/database/transactions';
import type { Client } from '../client';
import type { IssuedSession } from '../session-cookie';
import { KNOWN_DAYS, KnownDevicesRepository } from './known-devices.repository';

/** A new session and the device that signed in. */
export type SignedIn = { issued: IssuedSession; device: string };

const cookieName = (userId: number) => `tessera_device_${userId}`;

/**
 * Recognizes browsers that an account has signed in from, by a signed cookie per account. The cookie grants no access, only
 * a separate budget of guesses.
 */
@Injectable()
export class KnownDevices {
  constructor(
    private readonly tokens: Tokens,
    private readonly devices: KnownDevicesRepository,
  ) {}

  /** The client's device; null when it is not known for that user. */
  async findDevice(tx: Tx, client: Client, userId: number): Promise<string | null> {
    const device = this.readCookie(client, userId);
    return device !== null && (await this.devices.isKnown(tx, userId, tokenHash(device))) ? device : null;
  }

  /** Makes the client's device known, after a sign-in has locked the user, and returns it. A known device keeps its id. */
  async remember(tx: Tx, client: Client, userId: number): Promise<string> {
    const device = (await this.findDevice(tx, client, userId)) ?? randomBytes(16).toString('base64url');
    await this.devices.store(tx, userId, tokenHash(device));
    return device;
  }

  /** Sets the device's cookie, and returns the session. */
  setCookie(reply: FastifyReply, { issued, device }: SignedIn): IssuedSession {
    const userId = issued.session.user.id;
    const secure = reply.request.protocol === 'https' ? '; Secure' : '';
    void reply.header(
      'Set-Cookie',
      `${cookieName(userId)}=${device}.${this.sign(userId, device)}; Path=/api/auth; Max-Age=${KNOWN_DAYS * 86_400}; HttpOnly; SameSite=Strict${secure}`,
    );
    return issued;
  }

  /** The device of a cookie with the right signature. */
  private readCookie(client: Client, userId: number): string | null {
    const cookie = client.cookies?.split(/; */).find((part) => part.startsWith(`${cookieName(userId)}=`));
    const [device = '', signature = ''] = cookie?.slice(cookieName(userId).length + 1).split('.') ?? [];
    const expected = Buffer.from(this.sign(userId, device));
    const given = Buffer.from(signature);
    return device !== '' && given.length === expected.length && timingSafeEqual(given, expected)
      ? device
      : null;
  }

  private sign = (userId: number, device: string) => this.tokens.keyed('device', `${userId}:${device}`);
}
