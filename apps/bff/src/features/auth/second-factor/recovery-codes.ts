import { randomInt } from 'node:crypto';
import { tokenHash } from '../../../platform/auth/tokens';

const COUNT = 10;
const GROUPS = 4;
const GROUP_LENGTH = 4;
/** No letters or digits that look alike. Sixteen of them are 79 bits: kept as a hash, they can't be found out. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Ten codes to be written down, each good once: `abcd-efgh-jkmn-pqrs`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: COUNT }, newCode);

const newCode = (): string => Array.from({ length: GROUPS }, newGroup).join('-');
const newGroup = (): string =>
  Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');

/** How a recovery code is kept, however it was typed. */
export const recoveryHash = (code: string): string => tokenHash(plainCode(code));

/** A code without the spaces and dashes that people type it with. */
export const plainCode = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();
