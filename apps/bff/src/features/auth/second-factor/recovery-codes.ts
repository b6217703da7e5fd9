import { randomInt } from 'node:crypto';
import { tokenHash } from '../../../platform/auth/tokens';

const COUNT = 10;
const GROUPS = 4;
const GROUP_LENGTH = 4;
/** Letters and digits without those that look alike. A code has 79 bits, so its hash can't be reversed by guessing. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Ten new codes, each valid once: `abcd-efgh-jkmn-pqrs`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: COUNT }, newCode);

const newCode = (): string => Array.from({ length: GROUPS }, newGroup).join('-');
const newGroup = (): string =>
  Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');

/** The hash of a recovery code, regardless of case, spaces and dashes. */
export const recoveryHash = (code: string): string => tokenHash(plainCode(code));

/** A code in lower case, without spaces and dashes. */
export const plainCode = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();
