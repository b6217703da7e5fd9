import { Link as RouterLink, useLocation } from '@tessera/federation/router';
import { Box, Divider, Link } from '@tessera/ui/mui';

/** A link below the form to the other page, which keeps the destination. */
export function AuthSwitch({ question, to, label }: { question: string; to: string; label: string }) {
  const { state } = useLocation() as { state: unknown };
  return (
    <>
      <Divider sx={{ my: 2.5 }} />
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
        {question}{' '}
        <Link component={RouterLink} to={to} state={state} sx={{ fontWeight: 600 }}>
          {label}
        </Link>
      </Box>
    </>
  );
}
