import type { FieldError, FieldErrorCode } from '../../platform/errors/field-error-codes';
import { isRecord } from '../../platform/http/parse-input';

/** Thresholds that a person can set: so many seats are held, or nothing has moved for so many seconds. */
const kinds: readonly unknown[] = ['seats_held', 'nothing_moved'];
const MAX_ALERTS = 20;
const MAX_AMOUNT = { seats_held: 1_000_000, nothing_moved: 3600 } as const;

const NAME = 'alerts';
const names = new Set(['kind', 'amount', 'event_id', 'job_id']);

/** The errors in new thresholds (`alerts` of the preferences); none for null, which removes them. */
export function alertErrors(value: unknown): FieldError[] {
  if (value === null) return [];
  if (!Array.isArray(value)) return [errorAt('', 'must be a list or null', 'INVALID')];
  if (value.length > MAX_ALERTS)
    return [errorAt('', `must have at most ${MAX_ALERTS} entries`, 'TOO_MANY', { max: MAX_ALERTS })];
  return value.flatMap((alert: unknown, index) => errorsIn(alert, `[${index}]`));
}

function errorsIn(alert: unknown, at: string): FieldError[] {
  if (!isRecord(alert)) return [errorAt(at, 'must be an object', 'NOT_OBJECT')];
  const { kind, amount, event_id, job_id } = alert;
  if (!kinds.includes(kind)) return [errorAt(`${at}.kind`, `must be one of ${kinds.join(', ')}`, 'INVALID')];
  const max = MAX_AMOUNT[kind as keyof typeof MAX_AMOUNT];
  const id = (name: string, given: unknown) =>
    given === undefined || isPositive(given)
      ? []
      : [errorAt(`${at}.${name}`, 'must be a whole number above 0', 'INVALID')];
  return [
    ...(isPositive(amount) && amount <= max
      ? []
      : [errorAt(`${at}.amount`, `must be a whole number from 1 to ${max}`, 'INVALID')]),
    ...id('event_id', event_id),
    ...id('job_id', job_id),
    ...Object.keys(alert)
      .filter((name) => !names.has(name))
      .map((name) => errorAt(`${at}.${name}`, 'is not known', 'UNKNOWN_FIELD')),
  ];
}

const isPositive = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= 2_147_483_647;

const errorAt = (
  place: string,
  message: string,
  code: FieldErrorCode,
  params?: Record<string, number>,
): FieldError => ({
  field: `${NAME}${place}`,
  message: `${NAME}${place} ${message}`,
  code,
  ...(params ? { params } : {}),
});
