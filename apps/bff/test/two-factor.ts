import { codeOf, STEP_S } from '../src/people/auth/two-factor/totp';
import type { TestApp } from './app';
import { PASSWORD } from './factories';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The bytes of a base32 text. */
export function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}

/** The current code of the app. */
export const codeNow = (secret: Buffer): string => codeOf(secret, Math.floor(Date.now() / 1000 / STEP_S));

/** Enables two-factor authentication of a signed-in user; returns the recovery codes. */
export async function enableTwoFactor(app: TestApp, token: string): Promise<string[]> {
  const post = async <T>(path: string, body: object) =>
    (await app.http<T>('POST', `/api/me/second-factor${path}`, { token, body })).body;
  const { secret } = await post<{ secret: string }>('', { current_password: PASSWORD });
  const confirmed = await post<{ recovery_codes: string[] }>('/confirm', { code: codeNow(bytesOf(secret)) });
  return confirmed.recovery_codes;
}
