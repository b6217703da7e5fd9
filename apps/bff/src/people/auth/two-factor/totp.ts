import { randomBytes } from 'node:crypto';
import { generateSync, generateURI, ScureBase32Plugin, verifySync } from 'otplib';

/** Seconds that a code is valid for (RFC 6238, section 4.1). */
export const STEP_S = 30;
/** Bytes of a secret: as long as the hash (RFC 4226, section 4). */
const SECRET_BYTES = 20;
/** Clocks that differ and people who type: the codes of one step before and one after are accepted (RFC 6238, section 5.2). */
const TOLERANCE_S = STEP_S;

const base32Plugin = new ScureBase32Plugin();

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** The code of a time step, with HMAC-SHA-1. */
export const codeOf = (secret: Buffer, step: number, digits: 6 | 8 = 6): string =>
  generateSync({ secret, epoch: step * STEP_S, digits });

/**
 * Returns the time step whose code this is, within one step of `now` and after `last`, so that each code is accepted
 * once; null when the code is wrong.
 */
export function acceptedStep(secret: Buffer, code: string, now: number, last: number): number | null {
  // otplib throws for a malformed code, and for a last step that no code in the window can follow.
  if (!/^\d{6}$/.test(code) || last > now + 1) return null;
  const result = verifySync({
    secret,
    token: code,
    epoch: now * STEP_S,
    epochTolerance: TOLERANCE_S,
    afterTimeStep: last,
  });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

/** Base32 without padding (RFC 4648, section 6), as authenticator apps take secrets. */
export const base32 = (bytes: Buffer): string => base32Plugin.encode(bytes, { padding: false });

/** The link that an authenticator app reads the secret from, as a QR code or by a click. */
export function otpauthUrl(secret: Buffer, account: string): string {
  const url = new URL(generateURI({ issuer: 'Tessera', label: account, secret: base32(secret) }));
  // otplib leaves the defaults out; not every app assumes the same ones.
  for (const [name, value] of [
    ['algorithm', 'SHA1'],
    ['digits', '6'],
    ['period', String(STEP_S)],
  ] as const)
    url.searchParams.set(name, value);
  return url.href;
}
