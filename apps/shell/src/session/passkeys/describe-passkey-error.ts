import { toApiError } from '@tessera/api';
import { describeError, type ErrorInfo } from '@tessera/ui';
import { PasskeyError } from './ceremonies';
import type { usePasskeyTexts } from './texts';

/** An error of a passkey in plain words; others as everywhere. */
export function describePasskeyError(error: unknown, t: ReturnType<typeof usePasskeyTexts>): ErrorInfo {
  if (error instanceof PasskeyError) return { message: t(`problem.${error.problem}`) };
  const { code, details } = toApiError(error);
  const isRefused =
    code === 'UNAUTHORIZED' || details.some(({ field }) => field === 'attestation' || field === 'passkey');
  return isRefused ? { message: t('problem.refused') } : describeError(error);
}
