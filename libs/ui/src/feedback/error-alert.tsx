import { Box, Button } from '@mui/material';
import { RotateCw } from 'lucide-react';
import { mono } from '../theme/typography';
import { Notice } from './notice';
import type { Problem } from './problem';

export interface ErrorAlertProps {
  problem: Problem;
  onRetry?: () => void;
}

/** The server's message, code and request id, and Retry. */
export function ErrorAlert({ problem, onRetry }: ErrorAlertProps) {
  const { message, code, requestId } = problem;
  const retry = onRetry ? (
    <Button size="small" startIcon={<RotateCw size={14} aria-hidden />} onClick={onRetry}>
      Retry
    </Button>
  ) : undefined;
  return (
    <Notice tone="error" title={message} actions={retry}>
      {code || requestId ? (
        <Box component="span" sx={{ typography: 'caption', fontFamily: mono, color: 'text.secondary' }}>
          {[code, requestId && `request ${requestId}`].filter(Boolean).join(' · ')}
        </Box>
      ) : null}
    </Notice>
  );
}
