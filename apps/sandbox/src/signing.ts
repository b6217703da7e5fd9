import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signs sessions and waiting-room passes, so that they survive a restart without being stored. */
export class Signer {
  private readonly secret: string;

  constructor(secret: string) {
    this.secret = secret;
  }

  /** `purpose` prevents a pass from being used as a session; `expiresAt` is in epoch milliseconds. */
  sign(purpose: string, subject: string, expiresAt: number): string {
    const body = Buffer.from(JSON.stringify([subject, expiresAt])).toString('base64url');
    return `${body}.${this.mac(purpose, body)}`;
  }

  /** Returns the subject of a valid token that is not expired at `now`, else null. */
  verify(purpose: string, token: string, now: number): string | null {
    const [body, mac] = token.split('.');
    if (!body || !mac) return null;
    const expected = Buffer.from(this.mac(purpose, body));
    const actual = Buffer.from(mac);
    if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return null;
    const [subject, expiresAt] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [string, number];
    return expiresAt > now ? subject : null;
  }

  private mac(purpose: string, body: string): string {
    return createHmac('sha256', this.secret).update(`${purpose}\n${body}`).digest('base64url');
  }
}
