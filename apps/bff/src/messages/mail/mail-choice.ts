import type { FieldError, FieldErrorCode } from '../../platform/errors/field-error-codes';
import { isRecord } from '../../platform/http/parse-input';
import { topics } from '../notifications/topics';

/** Hours between two digests: `mail.digest_hours` of a person's preferences. */
export const digestHours = { min: 1, max: 168, default: 24 } as const;

/** Topics whose mails go at once; those of the others are gathered in a digest. */
export const promptTopics = ['security', 'escalation', 'approvals'] as const;

const names = new Set(['topics', 'digest_hours']);

/** The errors in what a person chose to get by mail (`mail` of the preferences); none for null, which removes it. */
export function mailChoiceErrors(value: unknown): FieldError[] {
  if (value === null) return [];
  if (!isRecord(value)) return [errorIn('', 'must be an object or null', 'NOT_OBJECT')];
  const { topics: chosen, digest_hours: hours, ...rest } = value;
  const { min, max } = digestHours;
  const known: readonly unknown[] = topics;
  return [
    ...(Array.isArray(chosen) &&
    chosen.length <= topics.length &&
    chosen.every((topic) => known.includes(topic))
      ? []
      : [errorIn('topics', `must be a list of ${topics.join(', ')}`, 'INVALID')]),
    ...(hours === undefined || (Number.isInteger(hours) && Number(hours) >= min && Number(hours) <= max)
      ? []
      : [errorIn('digest_hours', `must be a whole number from ${min} to ${max}`, 'INVALID')]),
    ...Object.keys(rest)
      .filter((name) => !names.has(name))
      .map((name) => errorIn(name, 'is not known', 'UNKNOWN_FIELD')),
  ];
}

const errorIn = (name: string, message: string, code: FieldErrorCode): FieldError => {
  const field = name ? `mail.${name}` : 'mail';
  return { field, message: `${field} ${message}`, code };
};
