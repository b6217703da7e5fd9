import { domainToASCII, domainToUnicode } from 'node:url';
import { applyDecorators } from '@nestjs/common';
import { IsEmail, isEmail, ValidateBy } from 'class-validator';
import { invalid } from '../errors/api-error';
import { rule } from './field-checks';
import { type FieldOptions, Text } from './fields';

/** Beyond ASCII only letters and their marks, since digits and symbols of other scripts can imitate ASCII. */
const ALLOWED = /^[\x21-\x7e\p{L}\p{M}]+$/u;
/** Latin letters of names, without phonetic and archaic ones that imitate them. */
const LATIN = /^[a-zß-öø-ÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĳĵķĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżžșț]$/u;
const LETTERS = /\p{L}/gu;
/** Letters that may be combined, other than Latin ones. */
const SCRIPTS = [
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script_Extensions=Katakana}]$/u,
  /^[\p{Script=Han}\p{Script=Hangul}]$/u,
  ...[
    'Arabic',
    'Armenian',
    'Bengali',
    'Cyrillic',
    'Devanagari',
    'Georgian',
    'Greek',
    'Hebrew',
    'Tamil',
    'Thai',
  ].map((script) => new RegExp(`^\\p{Script=${script}}$`, 'u')),
];
/** What a domain's ASCII form leaves out. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const NOT_EMAIL = rule('$property must be an e-mail address', 'NOT_EMAIL');
const MIXED_SCRIPTS = rule(
  '$property must hold letters of one script only, and no hidden characters',
  'MIXED_SCRIPTS',
);

/**
 * The form in which e-mails are stored, compared and counted: NFKC, in lower case, the domain in ASCII (UTS 46). The
 * database makes the same of whatever is written to it (`canonical_email` in `migrations/02-functions.ts`).
 */
export function canonicalEmail(text: string): string {
  const plain = text.normalize('NFKC').trim().toLowerCase().normalize('NFKC');
  const at = plain.lastIndexOf('@');
  return at < 0 || HIDDEN.test(plain) ? plain : `${plain.slice(0, at)}@${domainToASCII(plain.slice(at + 1))}`;
}

/** Whether a canonical e-mail has no hidden characters, and no letters that could imitate another one's. */
export function isUnambiguousEmail(email: string): boolean {
  if (HIDDEN.test(email)) return false;
  const at = email.lastIndexOf('@');
  const shown = `${email.slice(0, at + 1)}${domainToUnicode(email.slice(at + 1))}`;
  if (!ALLOWED.test(shown) || /\p{Script=Inherited}/u.test(shown)) return false;
  const letters = shown.match(LETTERS) ?? [];
  return [LATIN, ...SCRIPTS].some((script) => letters.every((letter) => script.test(letter)));
}

/** An e-mail address, read in its canonical form. */
export const Email = (options: FieldOptions = {}) =>
  applyDecorators(
    Text({ min: 3, max: 320, format: 'email', read: canonicalEmail, ...options }),
    ValidateBy(
      {
        name: 'unambiguousEmail',
        validator: { validate: (value: unknown) => typeof value === 'string' && isUnambiguousEmail(value) },
      },
      MIXED_SCRIPTS,
    ),
    IsEmail({}, NOT_EMAIL),
  );

/** The canonical form of an e-mail that no body brought. @throws 400 naming `field` as the decorator does */
export function requireEmail(text: string, field: string): string {
  const email = canonicalEmail(text);
  const broken = !isEmail(email) ? NOT_EMAIL : isUnambiguousEmail(email) ? null : MIXED_SCRIPTS;
  if (broken)
    throw invalid([{ field, message: broken.message.replace('$property', field), ...broken.context }]);
  return email;
}
