import { ErrorAlert, describeError } from '@tessera/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { Box, Skeleton } from '@tessera/ui/mui';
import { useDeferredValue, type ReactNode } from 'react';

/**
 * What a panel shows of its own read: waiting, failed with Retry, or the data, which is drawn in steps; the panels beside
 * it go on.
 */
export function PanelContent<T>({
  query,
  height,
  children,
}: {
  query: UseQueryResult<T>;
  /** Of the skeleton, in px. */
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
