import { invalid } from '../errors/api-error';

const SHAPE = /^[^\s@<>"]+@[^\s@<>"]+$/;
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

/** The form in which e-mails are stored, compared and counted. */
export const normalizeEmail = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** The normalized e-mail of a new account; 400 naming `field` when it is invalid or could imitate another one. */
export function accountEmail(text: string, field = 'email'): string {
  const email = normalizeEmail(text);
  if (email.length < 3 || email.length > 320 || !SHAPE.test(email))
    throw invalid([{ field, message: `${field} must be an e-mail address`, code: 'NOT_EMAIL' }]);
  if (!ALLOWED.test(email) || /\p{Script=Inherited}/u.test(email) || !isOfOneScript(email))
    throw invalid([
      {
        field,
        message: `${field} must hold letters of one script only, and no hidden characters`,
        code: 'MIXED_SCRIPTS',
      },
    ]);
  return email;
}

function isOfOneScript(email: string): boolean {
  const letters = email.match(LETTERS) ?? [];
  return [LATIN, ...SCRIPTS].some((script) => letters.every((letter) => script.test(letter)));
}
