import type { FieldErrors } from '../errors/field-errors';
import { digitOf, isLetter } from './characters';

/** A card number has 13 to 19 digits. */
const SHORTEST = 13;
const LONGEST = 19;
/** Characters between two digits of one number, e.g. `4242 - 4242`. */
const MAX_SEPARATOR = 3;
/** An international phone number has at most 15 digits (E.164). */
const MAX_PHONE = 15;
/**
 * How the numbers of the card schemes begin (ISO/IEC 7812), those of one country too: Mir, BORICA, GPN, T-Union, RuPay, Uzcard,
 * Troy, Napas, Humo. UATP is left out: its 1 begins every number of milliseconds.
 */
const issuer =
  /^(?:4|5|6|1800|1946|2(?:131|20[0-5]|2[2-9]|[3-6]\d|7[0-2])|3(?:0[0-59]|1|[4-9])|8(?:1|2|600)|9(?:704|792|860))/;

/** What may be full of digits and is no card number: guids, random ids in addresses, payment tokens, e-mail addresses, dates. */
const harmless = new RegExp(
  [
    String.raw`[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}`,
    String.raw`(?<![\da-z])[\da-f]{32}(?![\da-z])`,
    String.raw`(?<=/)(?=\d{0,63}[a-f])[\da-f]{20,64}(?![\da-z])`,
    String.raw`(?<!\w)(?:b?tok|token|tokencc|tkn|pmt?|pi|seti|src|cus|ch|ba|vault)_\w+`,
    String.raw`[^\s@,;:<>()"]{1,64}@(?:[\p{L}\d-]{1,63}\.)+[\p{L}\d-]{2,63}`,
    String.raw`(?<!\d)(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)`,
  ].join('|'),
  'giu',
);

/**
 * Whether the text holds a number that begins as cards' do and passes their check digit (Luhn), however it is written:
 * in digits of any script, in groups of any size between separators, with letters beside it. The work grows with the
 * length of the text alone: each group of digits is read back over at most 19 digits.
 */
export const holdsCardNumber = (text: string): boolean =>
  text.length >= SHORTEST && scan(text) && scan(text.replaceAll(harmless, 'x'));

/** Digits that belong together: only separators are between them. */
type Run = {
  digits: number[];
  /** Where in `digits` each group begins, and whether a `+` is in front of it. */
  groups: { from: number; plus: boolean }[];
};

const PLUS = 0x2b;

function scan(text: string): boolean {
  let run: Run = { digits: [], groups: [] };
  let separators = 0;
  let inGroup = false;
  let last = 0;
  let beforeLast = 0;
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at) ?? 0;
    const digit = digitOf(code);
    if (digit >= 0) {
      if (!inGroup) {
        // A plus after a space begins another phone number.
        if (separators > MAX_SEPARATOR || (last === PLUS && isSpace(beforeLast)))
          run = { digits: [], groups: [] };
        run.groups.push({ from: run.digits.length, plus: last === PLUS });
      }
      inGroup = true;
      run.digits.push(digit);
      last = beforeLast = separators = 0;
    } else {
      if (inGroup && endsWithCardNumber(run)) return true;
      inGroup = false;
      separators += 1;
      if (run.digits.length > 0 && isLetter(code)) run = { digits: [], groups: [] };
      beforeLast = last;
      last = code;
    }
    at += code === PERCENT && isEscape(text, at) ? 3 : code > 0xffff ? 2 : 1;
  }
  return inGroup && endsWithCardNumber(run);
}

const isSpace = (code: number): boolean => /\s/.test(String.fromCodePoint(code));

const PERCENT = 0x25;

/** Whether an address spells a separator here with digits, e.g. as `%20`. */
const isEscape = (text: string, at: number): boolean => /^[\da-f]{2}$/i.test(text.slice(at + 1, at + 3));

/** Whether some of the last groups of a run make up a card number. */
function endsWithCardNumber({ digits, groups }: Run): boolean {
  let sum = 0;
  let at = digits.length - 1;
  for (let group = groups.length - 1; group >= 0; group -= 1) {
    const { from, plus } = groups[group] ?? { from: 0, plus: false };
    if (digits.length - from > LONGEST) return false;
    for (; at >= from; at -= 1) {
      const digit = digits[at] ?? 0;
      sum += (digits.length - at) % 2 === 0 ? doubled(digit) : digit;
    }
    const length = digits.length - from;
    if (length < SHORTEST || sum % 10 !== 0 || (plus && length <= MAX_PHONE)) continue;
    if (issuer.test(digits.slice(from, from + 4).join('')) && !isCount(digits, groups.slice(group)))
      return true;
  }
  return false;
}

const doubled = (digit: number): number => (digit > 4 ? digit * 2 - 9 : digit * 2);

/** Whether the groups are small steps upwards, as the numbers of neighbouring seats are. */
function isCount(digits: readonly number[], groups: Run['groups']): boolean {
  if (groups.length < 4) return false;
  const numbers = groups.map(({ from }, index) =>
    Number(digits.slice(from, groups[index + 1]?.from).join('')),
  );
  return numbers.every((number, index) => {
    const step = number - (numbers[index - 1] ?? number - 1);
    return step > 0 && step < 10;
  });
}

/** No field takes a longer text. */
const MAX_TEXT = 64 * 1024;

/**
 * Adds the fields, at any depth, that hold a card number: it is rejected in every text, and in the keys of free data.
 * Answers whether there are any.
 */
export function addCardNumbers(value: unknown, errors: FieldErrors, path = ''): boolean {
  if (isCardNumber(value)) {
    const field = path || 'body';
    errors.add(field, () => `${field} must not hold a card number`, { code: 'CARD_NUMBER' });
    return true;
  }
  if (typeof value !== 'object' || value === null) return false;
  let found = false;
  for (const [key, inner] of Object.entries(value)) {
    if (addCardNumbers(inner, errors, path ? `${path}.${key}` : key)) found = true;
    if (!Array.isArray(value) && addCardNumbers(key, errors, path)) found = true;
  }
  return found;
}

/** A number counts as the text of its digits; those of a fraction are no card number. */
function isCardNumber(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && holdsCardNumber(String(value));
  return typeof value === 'string' && value.length <= MAX_TEXT && holdsCardNumber(value);
}
