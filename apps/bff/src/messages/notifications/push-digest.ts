import type { FieldError } from '../../platform/errors/field-error-codes';

/** How often a line that changes is pushed to devices again: at most each so many seconds. */
const digestSeconds = { min: 10, max: 3600, default: 60 } as const;

/** SQL of a person's digest interval in seconds; `data` is their preferences, which may be null. */
export const digestSecondsSql = (data: string): string =>
  `CASE WHEN jsonb_typeof(${data} -> 'digest_seconds') = 'number' THEN
     least(${digestSeconds.max}, greatest(${digestSeconds.min}, (${data} ->> 'digest_seconds')::float8)) ELSE ${digestSeconds.default} END`;

/** The errors in a new digest interval; none for null, which resets it. */
export function digestErrors(value: unknown): FieldError[] {
  if (value === null) return [];
  const { min, max } = digestSeconds;
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return [];
  const field = 'digest_seconds';
  if (typeof value === 'number' && value > max)
    return [{ field, message: `${field} must be at most ${max}`, code: 'TOO_LARGE', params: { max } }];
  if (typeof value === 'number' && value < min)
    return [{ field, message: `${field} must be at least ${min}`, code: 'TOO_SMALL', params: { min } }];
  return [{ field, message: `${field} must be a whole number`, code: 'NOT_WHOLE_NUMBER' }];
}
