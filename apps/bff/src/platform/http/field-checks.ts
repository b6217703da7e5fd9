import { ValidateBy, type ValidationOptions } from 'class-validator';
import type { FieldErrorCode, FieldErrorRule } from '../errors/field-error-codes';
import { countCharacters, findUnstorable, isOneLine } from './text';

/** The message of a check in English, with the code and the values of its rule. */
export const rule = (message: string, code: FieldErrorCode, params: FieldErrorRule['params'] = {}) => ({
  message,
  context: { code, params } satisfies FieldErrorRule,
});

/** Text without unpaired UTF-16 surrogates, which Postgres can't store. */
export const WellFormed = (options: ValidationOptions = {}) =>
  ValidateBy(
    {
      name: 'wellFormed',
      validator: { validate: (value: unknown) => typeof value === 'string' && value.isWellFormed() },
    },
    { ...rule('$property must be well-formed Unicode', 'UNSTORABLE_TEXT'), ...options },
  );

/** Text without line breaks and other control characters. */
export const OneLine = (options: ValidationOptions = {}) =>
  ValidateBy(
    {
      name: 'oneLine',
      validator: { validate: (value: unknown) => typeof value === 'string' && isOneLine(value) },
    },
    { ...rule('$property must be one line without control characters', 'CONTROL_CHARACTERS'), ...options },
  );

/** Text of at most so many characters, as the database counts them. */
export const AtMost = (max: number, options: ValidationOptions) =>
  ValidateBy(
    {
      name: 'atMost',
      validator: {
        validate: (value: unknown) =>
          typeof value === 'string' && (value.length <= max || countCharacters(value) <= max),
      },
    },
    options,
  );

/** A number with at most 3 decimals; class-validator's own check can't read `1e-7`. */
export const IsAmount = () =>
  ValidateBy(
    {
      name: 'isAmount',
      validator: {
        validate: (value: unknown) => typeof value === 'number' && /^-?\d+(\.\d{1,3})?$/.test(String(value)),
      },
    },
    rule('$property must be an amount with at most 3 decimals', 'NOT_AN_AMOUNT'),
  );

/** A list without duplicates; class-validator's own check compares each pair. */
export const Unique = () =>
  ValidateBy(
    {
      name: 'unique',
      validator: {
        validate: (value: unknown) => Array.isArray(value) && new Set(value).size === value.length,
      },
    },
    rule('$property must not name one twice', 'REPEATED'),
  );

/** Largest free JSON of one field, as text. */
const MAX_JSON_LENGTH = 64 * 1024;

/** Free JSON up to the largest size. */
export const Short = () =>
  ValidateBy(
    {
      name: 'short',
      validator: {
        validate: (value: unknown) => value === undefined || JSON.stringify(value).length <= MAX_JSON_LENGTH,
      },
    },
    rule(`$property may take ${MAX_JSON_LENGTH} characters as JSON`, 'TOO_LONG', { max: MAX_JSON_LENGTH }),
  );

/** Free JSON whose texts and keys Postgres can store. */
export const Storable = () =>
  ValidateBy(
    { name: 'storable', validator: { validate: (value: unknown) => findUnstorable(value, '') === null } },
    rule('$property must hold well-formed Unicode without NUL', 'UNSTORABLE_TEXT'),
  );
