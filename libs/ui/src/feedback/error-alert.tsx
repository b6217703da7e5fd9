import { Box, Button } from '@mui/material';
import { RotateCw } from 'lucide-react';
import { useTexts } from '../texts';
import { mono } from '../theme/typography';
import { formatDuration } from '../time/format';
import { Notice } from './notice';
import { isServerFault, problemFacts, type Problem } from './problem';
import { RetryWait, useRetryWait } from './retry-wait';

export interface ErrorAlertProps {
  problem: Problem;
  onRetry?: () => void;
}

/**
 * What went wrong, and Retry, which waits as long as the server asks (429, 503). A read that failed shows its code and
 * request id; a form, which has no Retry, keeps those of a server's fault under "Details".
 */
export function ErrorAlert({ problem, onRetry }: ErrorAlertProps) {
  const t = useTexts();
  const facts = problemFacts(problem);
  const wait = useRetryWait(problem);
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
  const mention = (
    <Box
      component="span"
      sx={{ display: 'block', typography: 'caption', fontFamily: mono, color: 'text.secondary' }}
    >
      {facts}
    </Box>
  );
  return (
    <Notice tone="error" title={problem.failed ?? problem.message} actions={retry}>
      {problem.failed ? <span>{problem.message}</span> : null}
      {onRetry ? null : <RetryWait problem={problem} />}
      {facts && onRetry ? mention : null}
      {facts && !onRetry && isServerFault(problem) ? (
        <details>
          <Box component="summary" sx={{ typography: 'caption', cursor: 'pointer' }}>
            {t('details')}
          </Box>
          {mention}
        </details>
      ) : null}
    </Notice>
  );
}
