import type { FieldError } from '../errors/problem';

/** Digits, in groups or not, that stand alone and may be long enough. */
const digitRun = /(?<!\w)\d(?:[ -]?\d){12,}(?!\w)/g;
/** How the numbers of the card schemes begin. */
const issuer = /^(?:4|5|6|2(?:2[2-9]|[3-6]\d|7[0-2])|3(?:0[0-5]|[4-9]))/;
const uuid = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/gi;

/** Whether the text holds a number that begins as cards' do and passes their check digit (Luhn). */
export function holdsCardNumber(text: string): boolean {
  if (text.length < 13) return false;
  return (text.replace(uuid, '').match(digitRun) ?? []).some((run) => {
    const groups = run.split(/[ -]/);
    // A card number may stand beside other groups, such as its date.
    return groups.some((_, from) =>
      groups.some((__, to) => isCardNumber(groups.slice(from, to + 1).join(''))),
    );
  });
}

const isCardNumber = (digits: string) =>
  digits.length >= 13 && digits.length <= 19 && issuer.test(digits) && luhn(digits);

function luhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** The fields, at any depth, that hold a card number (contract section 7: refused in every text field). */
export function cardNumberErrors(value: unknown, path = ''): FieldError[] {
  if (typeof value === 'string' || typeof value === 'number') {
    return holdsCardNumber(String(value))
      ? [{ field: path || 'body', message: `${path || 'body'} must not hold a card number` }]
      : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...cardNumberErrors(inner, path ? `${path}.${key}` : key),
    ...(holdsCardNumber(key)
      ? [{ field: path || 'body', message: `${path || 'body'} must not hold a card number` }]
      : []),
  ]);
}
