import { useRouteError } from '@tessera/federation/router';
import { describeError, ErrorAlert } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';

/** Shown when the shell itself threw: the error, with a reload. */
export function PageError() {
  const error = useRouteError();
  return (
    <Box component="main" sx={{ p: 3, maxWidth: 640, mx: 'auto' }}>
      <ErrorAlert error={describeError(error)} onRetry={() => location.reload()} />
    </Box>
  );
}
