import type { FieldError } from '../errors/problem';

/** 13 to 19 digits, in groups or not, that begin as payment cards do and stand alone. */
const candidate = /(?<![\w])[2-6]\d(?:[ -]?\d){11,17}(?![\w])/g;

/** Whether the text holds a number that passes the cards' check digit (Luhn). */
export function holdsCardNumber(text: string): boolean {
  return (text.match(candidate) ?? []).some((found) => luhn(found.replace(/[ -]/g, '')));
}

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
