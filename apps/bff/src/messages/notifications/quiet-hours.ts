import { isTimeZone } from '../../platform/database/time-zones';
import type { Tx } from '../../platform/database/transactions';
import type { FieldError, FieldErrorCode } from '../../platform/errors/field-error-codes';

/** When a user gets no push messages: `quiet_hours` of their preferences, by the clock of a time zone. */
export type QuietHours = {
  /** HH:MM. */
  start: string;
  /** HH:MM; on the next day unless it is after the start. */
  end: string;
  /** IANA name, e.g. Europe/Lisbon. */
  time_zone: string;
  /** Whether urgent messages are delivered anyway; true when left out. */
  urgent?: boolean;
};

const NAME = 'quiet_hours';
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
const names = new Set(['start', 'end', 'time_zone', 'urgent']);

/** The errors in new quiet hours; none for null, which removes them. */
export async function quietHoursErrors(tx: Tx, value: unknown): Promise<FieldError[]> {
  if (value === null) return [];
  if (typeof value !== 'object' || Array.isArray(value))
    return [errorIn('', 'must be an object or null', 'NOT_OBJECT')];
  const { start, end, time_zone, urgent, ...rest } = value as Record<keyof QuietHours, unknown>;
  const clock = (name: string, time: unknown) =>
    typeof time === 'string' && CLOCK.test(time)
      ? []
      : [errorIn(name, 'must be a time like 22:30', 'NOT_TIME_OF_DAY')];
  return [
    ...clock('start', start),
    ...clock('end', end),
    ...(start === end ? [errorIn('end', 'must be another time than the start', 'SAME_AS_START')] : []),
    ...((await isTimeZone(tx, time_zone)) ? [] : [errorIn('time_zone', 'must be a time zone like Europe/Lisbon', 'NOT_TIME_ZONE')]),
    ...(urgent === undefined || typeof urgent === 'boolean' ? [] : [errorIn('urgent', 'must be true or false', 'NOT_BOOLEAN')]),
    ...Object.keys(rest).filter((name) => !names.has(name)).map((name) => errorIn(name, 'is not known', 'UNKNOWN_FIELD')),
  ]; // prettier-ignore
}

const errorIn = (name: string, message: string, code: FieldErrorCode): FieldError => {
  const field = name ? `${NAME}.${name}` : NAME;
  return { field, message: `${field} ${message}`, code };
};
