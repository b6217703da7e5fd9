import { randomInt } from 'node:crypto';
import { tokenHash } from '../../../platform/auth/tokens';
import { digitOf } from '../../../platform/http/characters';

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

/** The hash of a recovery code, however it is typed. */
export const recoveryHash = (code: string): string => tokenHash(plainCode(code));

/** The letters and digits of a code in lower case and ASCII, whatever spaces, dashes, widths and digits it was typed with. */
export const plainCode = (code: string): string =>
  Array.from(code.normalize('NFKC').toLowerCase(), (character) => {
    const digit = digitOf(character.codePointAt(0) ?? 0);
    return digit >= 0 ? String(digit) : character;
  })
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '');
