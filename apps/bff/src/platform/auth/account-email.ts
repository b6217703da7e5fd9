import { invalid } from '../errors/api-error';

const SHAPE = /^[^\s@<>"]+@[^\s@<>"]+$/;
/** Beyond ASCII only letters and their marks: digits, punctuation and symbols of other scripts imitate ASCII's. */
const ALLOWED = /^[\x21-\x7e\p{L}\p{M}]+$/u;
/** Latin letters that people's names have; phonetic and archaic ones look like them. */
const LATIN = /^[a-zß-öø-ÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĳĵķĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżžșț]$/u;
const LETTERS = /\p{L}/gu;
/** Scripts that may be written together; Latin has a rule of its own. */
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

/** The one spelling that an account's e-mail is kept, compared and counted by. */
export const normalizeEmail = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** The e-mail of a new account, normalised; 400 naming `field` for what isn't one, or could imitate another one. */
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
