import { Box } from '@tessera/ui/mui';

/** An id or an address, in a monospaced font. */
export const MonoText = ({ children }: { children: string }) => (
  <Box
    component="span"
    sx={{ fontFamily: '"IBM Plex Mono", monospace', fontSize: 12, overflowWrap: 'anywhere' }}
  >
    {children}
  </Box>
);
