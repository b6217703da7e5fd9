import { Box, Skeleton } from '@mui/material';
import type { ReactNode } from 'react';
import { ErrorAlert } from '../feedback/error-alert';
import { describeError } from '../feedback/error-info';

export interface QueryContentProps<Data> {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** Accessible name while it is loading. */
  loading: string;
  /** Heights of the panels that are loading, in px. */
  skeletons: readonly number[];
  /** In place of the content when there is none. */
  empty?: { when: (data: Data) => boolean; show: ReactNode };
  children: (data: Data) => ReactNode;
}

/** The content of a page below its header: what its query returned, or that it is loading, failed or empty. */
export function QueryContent<Data>({ query, loading, skeletons, empty, children }: QueryContentProps<Data>) {
  const { data, error } = query;
  if (data !== undefined) return empty?.when(data) ? empty.show : children(data);
  return (
    <Box
      {...(error ? {} : { role: 'status', 'aria-busy': true, 'aria-label': loading })}
      sx={{ px: { xs: 2, sm: 3 }, display: 'grid', gap: 1.5 }}
    >
      {error ? (
        <ErrorAlert error={describeError(error)} onRetry={() => void query.refetch()} />
      ) : (
        skeletons.map((height) => <Skeleton key={height} variant="rounded" height={height} />)
      )}
    </Box>
  );
}
