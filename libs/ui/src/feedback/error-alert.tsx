import { Box, Button } from '@mui/material';
import { RotateCw } from 'lucide-react';
import { useTexts } from '../texts';
import { mono } from '../theme/typography';
import { formatDuration } from '../time/format';
import { useSeconds } from '../time/use-seconds';
import { Alert } from './alert';
import { type ErrorInfo, formatErrorReference, isServerFault } from './error-info';

export interface ErrorAlertProps {
  error: ErrorInfo;
  onRetry?: () => void;
}

/**
 * Shows an error with a retry button, which is disabled until the server accepts another request (429, 503). With
 * `onRetry` the code and request id are shown; without it, those of a server error are under "Details".
 */
export function ErrorAlert({ error, onRetry }: ErrorAlertProps) {
  const t = useTexts();
  const reference = formatErrorReference(error);
  const wait = useRetryWait(error);
  const retry = onRetry ? (
    <Button
      size="small"
      startIcon={<RotateCw size={14} aria-hidden />}
      onClick={onRetry}
      disabled={wait > 0}
      aria-live="off"
    >
      {wait > 0 ? t('retryIn', { time: formatDuration(wait) }) : t('retry')}
    </Button>
  ) : undefined;
  const referenceLine = (
    <Box
      component="span"
      sx={{ display: 'block', typography: 'caption', fontFamily: mono, color: 'text.secondary' }}
    >
      {reference}
    </Box>
  );
  return (
    <Alert tone="error" title={error.summary ?? error.message} actions={retry}>
      {error.summary ? <span>{error.message}</span> : null}
      {onRetry ? null : <RetryWait error={error} />}
      {reference && onRetry ? referenceLine : null}
      {reference && !onRetry && isServerFault(error) ? (
        <details>
          <Box component="summary" sx={{ typography: 'caption', cursor: 'pointer' }}>
            {t('details')}
          </Box>
          {referenceLine}
        </details>
      ) : null}
    </Alert>
  );
}

/** Returns the seconds until the server accepts another request. */
function useRetryWait({ retryAt }: ErrorInfo): number {
  const seconds = useSeconds(Date.now);
  return retryAt === undefined ? 0 : Math.max(0, Math.ceil(retryAt / 1000) - seconds);
}

/** "Try again in 47 s.", or nothing once the time has passed; screen readers don't announce each second. */
export function RetryWait({ error }: { error: ErrorInfo }) {
  const t = useTexts();
  const wait = useRetryWait(error);
  if (wait === 0) return null;
  return (
    <span role="timer" aria-live="off">
      {t('tryAgainIn', { time: formatDuration(wait) })}
    </span>
  );
}
