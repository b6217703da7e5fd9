import { Box, Button } from '@mui/material';
import { RotateCw } from 'lucide-react';
import { useTexts } from '../texts';
import { mono } from '../theme/typography';
import { formatDuration } from '../time/format';
import { Notice } from './notice';
import { problemFacts, type Problem } from './problem';
import { RetryWait, useRetryWait } from './retry-wait';

export interface ErrorAlertProps {
  problem: Problem;
  onRetry?: () => void;
}

/** The server's message, code and request id, and Retry, which waits as long as the server asks (429, 503). */
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
  return (
    <Notice tone="error" title={problem.message} actions={retry}>
      {onRetry ? null : <RetryWait problem={problem} />}
      {facts ? (
        <Box
          component="span"
          sx={{ display: 'block', typography: 'caption', fontFamily: mono, color: 'text.secondary' }}
        >
          {facts}
        </Box>
      ) : null}
    </Notice>
  );
}
