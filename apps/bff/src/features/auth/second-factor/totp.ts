import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Seconds that a code is for (RFC 6238, section 4.1). */
export const STEP_S = 30;
/** Bytes of a secret: as long as the hash (RFC 4226, section 4). */
const SECRET_BYTES = 20;
/** Steps before and after the present one whose codes are taken, for clocks that differ and people who type (RFC 6238, section 5.2). */
const DRIFT = 1;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** The code of a time step by HMAC-SHA-1: the truncation of RFC 4226, section 5.3. */
export function codeOf(secret: Buffer, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/**
 * The time step that the code is of, around `now` and after `last`, so that a code is taken once; null when it is of
 * none of them.
 */
export function acceptedStep(secret: Buffer, code: string, now: number, last: number): number | null {
  let found: number | null = null;
  for (let step = now - DRIFT; step <= now + DRIFT; step += 1) {
    const right = Buffer.from(codeOf(secret, step));
    const given = Buffer.from(code);
    if (given.length === right.length && timingSafeEqual(given, right) && step > last) found ??= step;
  }
  return found;
}

/** Base32 without padding (RFC 4648, section 6), as authenticator apps take secrets. */
export function base32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let kept = 0;
  for (const byte of bytes) {
    kept = (kept << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET.charAt((kept >> (bits - 5)) & 31);
    kept &= (1 << bits) - 1;
  }
  return bits > 0 ? text + ALPHABET.charAt((kept << (5 - bits)) & 31) : text;
}

/** The link that an authenticator app reads the secret from, as a QR code or by a click. */
export function otpauthUrl(secret: Buffer, account: string): string {
  const query = new URLSearchParams({
    secret: base32(secret),
    issuer: 'Tessera',
    algorithm: 'SHA1',
    digits: '6',
    period: String(STEP_S),
  });
  return `otpauth://totp/${encodeURIComponent(`Tessera:${account}`)}?${query.toString()}`;
}
