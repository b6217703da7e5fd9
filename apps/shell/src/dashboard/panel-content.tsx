import { ErrorAlert, toProblem } from '@tessera/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { Box, Skeleton } from '@tessera/ui/mui';
import type { ReactNode } from 'react';

/** What a panel shows of its own read: waiting, failed with Retry, or the data; the panels beside it go on. */
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
  if (query.data !== undefined) return <>{children(query.data)}</>;
  return (
    <Box sx={{ p: '14px' }}>
      {query.isError ? (
        <ErrorAlert problem={toProblem(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton variant="rectangular" height={height} sx={{ borderRadius: '8px' }} />
      )}
    </Box>
  );
}
