import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { describeError, ErrorAlert } from '@tessera/ui';
import { Box, Skeleton } from '@tessera/ui/mui';

/**
 * The content of a panel with its own query: a skeleton, an error with Retry, or the data, rendered as a deferred value.
 * Other panels are not affected.
 */
export function PanelContent<T>({
  query,
  height,
  children,
}: {
  query: UseQueryResult<T>;
  /** Height of the skeleton in px. */
  height: number;
  children: (data: T) => ReactNode;
}) {
  const data = useDeferredValue(query.data);
  if (data !== undefined) return <>{children(data)}</>;
  return (
    <Box sx={{ p: '14px' }}>
      {query.isError ? (
        <ErrorAlert error={describeError(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton variant="rectangular" height={height} sx={{ borderRadius: '8px' }} />
      )}
    </Box>
  );
}
