import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'tt_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 190 random bits. */
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const form = new RegExp(`^${PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

/** A text's CRC-32 in base 62, as GitHub's tokens have it: a scanner recognizes a token without asking a server. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let checksum = '';
  for (let digit = 0; digit < CHECKSUM_LENGTH; digit += 1) {
    checksum = DIGITS.charAt(rest % DIGITS.length) + checksum;
    rest = Math.floor(rest / DIGITS.length);
  }
  return checksum;
}

/** A new service token: `tt_`, 32 random characters and their checksum. */
export function createServiceToken(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS.charAt(randomInt(DIGITS.length))).join(
    '',
  );
  return PREFIX + random + checksumOf(random);
}

/** Whether a bearer is to be read as a service token. */
export const looksLikeServiceToken = (bearer: string): boolean => bearer.startsWith(PREFIX);

/** Whether a text has the form of a service token and the right checksum. */
export function isServiceToken(text: string): boolean {
  const [, random, checksum] = form.exec(text) ?? [];
  return random !== undefined && checksumOf(random) === checksum;
}
