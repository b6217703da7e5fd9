import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signs short claims (sessions, waiting-room passes), so that they outlive a restart without being stored. */
export class Signer {
  private readonly secret: string;

  constructor(secret: string) {
    this.secret = secret;
  }

  /** `purpose` keeps a pass from serving as a session. `expiresAt` in epoch milliseconds. */
  sign(purpose: string, subject: string, expiresAt: number): string {
    const body = Buffer.from(JSON.stringify([subject, expiresAt])).toString('base64url');
    return `${body}.${this.mac(purpose, body)}`;
  }

  /** The subject of a claim that is genuine and not over at `now`, else null. */
  read(purpose: string, claim: string, now: number): string | null {
    const [body, mac] = claim.split('.');
    if (!body || !mac) return null;
    const expected = Buffer.from(this.mac(purpose, body));
    const given = Buffer.from(mac);
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
    const [subject, expiresAt] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [string, number];
    return expiresAt > now ? subject : null;
  }

  private mac(purpose: string, body: string): string {
    return createHmac('sha256', this.secret).update(`${purpose}\n${body}`).digest('base64url');
  }
}
