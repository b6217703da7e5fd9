import { ApiError, type ConfirmFailure } from '@tessera/api';
import type { TicketsTexts } from './texts';

const knownReasons = [
  'EXPIRED',
  'RECORDED_BEFORE',
  'HELD_ELSEWHERE',
  'NOT_FOUND',
  'CONFIRMED',
  'REMOVED',
] as const;
type Known = (typeof knownReasons)[number];

const isKnown = (code: string): code is Known => (knownReasons as readonly string[]).includes(code);

/** Why seats weren't marked, by reason: "1 seat had expired, 2 seats are held by other tasks now". */
export function failureText(t: TicketsTexts, failed: readonly ConfirmFailure[], late: boolean): string {
  const byCode = Map.groupBy(failed, ({ code }) => code);
  return [...byCode]
    .map(([code, { length: count }]) => {
      if (!isKnown(code)) return t('cart.failure.other', { count, code });
      return code === 'EXPIRED' && late
        ? t('cart.failure.tooLate', { count })
        : t(`cart.failure.${code}`, { count });
    })
    .join(', ');
}

const isFailure = (value: unknown): value is ConfirmFailure =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  'code' in value &&
  typeof value.code === 'string';

/** The error of a confirmation that recorded nothing, with its reasons as text. */
export function withReasons(t: TicketsTexts, error: unknown, late: boolean): unknown {
  if (!(error instanceof ApiError) || error.code !== 'CONFLICT') return error;
  const given = error.context.failed;
  const failed = Array.isArray(given) ? given.filter(isFailure) : [];
  if (failed.length === 0) return error;
  const message = t('cart.nonePurchased', { reasons: failureText(t, failed, late) });
  const { code, status, details, context, requestId } = error;
  return new ApiError(message, code, status, { details, context, requestId, isWorded: true, cause: error });
}
