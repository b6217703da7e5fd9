import { useEffect, useState } from 'react';
import { VisuallyHidden } from '@tessera/ui';
import { Box, CircularProgress } from '@tessera/ui/mui';
import { useTexts } from '../texts';

/** A page that is loading: no spinner for the first 300 ms, to avoid flicker. */
export function PageLoading() {
  const t = useTexts();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Box role="status" sx={{ display: 'grid', placeItems: 'center', minHeight: 240 }}>
      <VisuallyHidden as="h1">{t('remotes.loading')}</VisuallyHidden>
      {late ? <CircularProgress size={24} aria-hidden /> : null}
    </Box>
  );
}
