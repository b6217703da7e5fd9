import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import type { FieldError } from '../errors/field-error-codes';
import { isCommonPassword, isOwnWords } from './common-passwords';
import { FairQueue } from './fair-queue';

const PASSWORD_MIN = 12;
const PASSWORD_MAX = 128;

/** Argon2id (the library's default), 19 MiB and 2 passes: about 15 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The form that is hashed: keyboards differ in how they compose letters (RFC 8265 has NFC; NFKC joins widths as well). */
const normalize = (password: string): string => password.normalize('NFKC');

/** Why a new password of this user is rejected; null when it is accepted. */
export function passwordError(
  text: string,
  owner: { email: string; name: string },
  field = 'password',
): FieldError | null {
  const password = normalize(text);
  const { length } = [...password];
  if (length < PASSWORD_MIN || length > PASSWORD_MAX) {
    const message = `${field} must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`;
    return length < PASSWORD_MIN
      ? { field, message, code: 'TOO_SHORT', params: { min: PASSWORD_MIN } }
      : { field, message, code: 'TOO_LONG', params: { max: PASSWORD_MAX } };
  }
  if (isOwnWords(password, owner))
    return {
      field,
      message: `${field} must not be your own e-mail or name: choose another`,
      code: 'OWN_NAME_OR_EMAIL',
    };
  return isCommonPassword(password)
    ? { field, message: `${field} is one that many people use: choose another`, code: 'COMMON_PASSWORD' }
    : null;
}

/**
 * Hashes and checks passwords, as many in parallel as there are cores. Requesters (an address, a user) take turns; 429 when
 * too many requests wait.
 */
@Injectable()
export class Passwords {
  private readonly queue = new FairQueue(availableParallelism());
  private dummyHash: Promise<string> | null = null;

  hash(password: string, requester: string): Promise<string> {
    return this.queue.runInTurn(requester, () => hash(normalize(password), cost));
  }

  /**
   * Whether a password matches its hash. Null, for an unknown account, never matches and takes equally long. Passwords set
   * before they were normalized match as they were typed then; `newHash` is what to store for them.
   */
  async check(
    password: string,
    stored: string | null,
    requester: string,
  ): Promise<{ isRight: boolean; newHash: string | null }> {
    this.dummyHash ??= hash('no account has this password', cost);
    const expected = stored ?? (await this.dummyHash);
    const matches = (text: string) =>
      this.queue.runInTurn(requester, () => verify(expected, text).catch(() => false));
    const normalized = normalize(password);
    if (await matches(normalized)) return { isRight: stored !== null, newHash: null };
    if (normalized === password || !(await matches(password))) return { isRight: false, newHash: null };
    return stored === null
      ? { isRight: false, newHash: null }
      : { isRight: true, newHash: await this.hash(password, requester) };
  }
}
