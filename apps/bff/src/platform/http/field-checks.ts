import { ValidateBy } from 'class-validator';
import type { FieldErrorCode, FieldErrorWords } from '../errors/field-error-codes';
import { unstorable } from './json-text';

/** A check's message in English, and its rule for pages to word. */
export const says = (message: string, code: FieldErrorCode, params: FieldErrorWords['params'] = {}) => ({
  message,
  context: { code, params } satisfies FieldErrorWords,
});

/** Half of a pair of UTF-16 is no character, and Postgres takes none. */
export const WellFormed = () =>
  ValidateBy(
    {
      name: 'wellFormed',
      validator: { validate: (value: unknown) => typeof value === 'string' && value.isWellFormed() },
    },
    says('$property must be well-formed Unicode', 'UNSTORABLE_TEXT'),
  );

/** A list without repeats; class-validator's own check of that looks at each pair. */
export const Unique = () =>
  ValidateBy(
    {
      name: 'unique',
      validator: {
        validate: (value: unknown) => Array.isArray(value) && new Set(value).size === value.length,
      },
    },
    says('$property must not name one twice', 'REPEATED'),
  );

/** Largest free JSON of one field, as text. */
const MAX_JSON_LENGTH = 64 * 1024;

/** Free JSON that isn't too large. */
export const Short = () =>
  ValidateBy(
    {
      name: 'short',
      validator: {
        validate: (value: unknown) => (JSON.stringify(value)?.length ?? 0) <= MAX_JSON_LENGTH,
      },
    },
    says(`$property may take ${MAX_JSON_LENGTH} characters as JSON`, 'TOO_LONG', { max: MAX_JSON_LENGTH }),
  );

/** Free JSON whose texts and keys can be kept. */
export const Storable = () =>
  ValidateBy(
    { name: 'storable', validator: { validate: (value: unknown) => unstorable(value, '') === null } },
    says('$property must hold well-formed Unicode without NUL', 'UNSTORABLE_TEXT'),
  );
