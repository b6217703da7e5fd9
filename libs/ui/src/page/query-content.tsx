import { Box, Skeleton } from '@mui/material';
import { type ReactNode, useDeferredValue } from 'react';
import { ErrorAlert } from '../feedback/error-alert';
import { describeError } from '../feedback/error-info';

/** The space around what stands in for the content: of a page, of a panel, or none in a dialog or a drawer, which has its own. */
const insets = { page: { px: { xs: 2, sm: 3 } }, panel: { p: '14px' }, none: {} } as const;

export interface QueryContentProps<Data> {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** Where it is: below a page's header by default. */
  inset?: keyof typeof insets;
  /** Accessible name while it is loading. */
  loading?: string;
  /** Heights of what is loading, in px. */
  skeletons: readonly number[];
  /** In place of the content when there is none. */
  empty?: { when: (data: Data) => boolean; show: ReactNode };
  children: (data: Data) => ReactNode;
}

/**
 * What a query returned, or that it is loading, failed or empty. Data stays when a later request fails, with the error above
 * it; not in a panel, whose page says so once for all of its panels.
 */
export function QueryContent<Data>(props: QueryContentProps<Data>) {
  const { query, inset = 'page', loading, skeletons, empty, children } = props;
  const { error } = query;
  const data = useDeferredValue(query.data);
  const alert = error ? (
    <ErrorAlert error={describeError(error)} onRetry={() => void query.refetch()} />
  ) : null;
  if (data !== undefined) {
    return (
      <>
        {alert && inset !== 'panel' ? <Box sx={{ ...insets[inset], mb: 1.5 }}>{alert}</Box> : null}
        {empty?.when(data) ? empty.show : children(data)}
      </>
    );
  }
  return (
    <Box
      {...(alert || loading === undefined
        ? {}
        : { role: 'status', 'aria-busy': true, 'aria-label': loading })}
      sx={{ ...insets[inset], display: 'grid', gap: 1.5 }}
    >
      {alert ?? skeletons.map((height) => <Skeleton key={height} variant="rounded" height={height} />)}
    </Box>
  );
}
