import { Filled, Mark } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { useState } from 'react';
import { Navigate } from '@tessera/federation/router';
import { useTexts } from '../texts';
import { AuthCard } from './auth-card';
import { cookiesWork } from './cookie-check';

/** Cookies are off: says so, how to turn them on, and tries again. */
export function BotBlockedPage() {
  const t = useTexts();
  const [state, setState] = useState<'blocked' | 'still' | 'works'>('blocked');
  if (state === 'works') return <Navigate to="/auth/login" replace />;
  return (
    <AuthCard title={t('cookies.title')}>
      <Mark size={34} withName />
      <Box component="h1" sx={{ typography: 'h2', m: 0, mt: 3 }}>
        {t('cookies.title')}
      </Box>
      <Box sx={{ typography: 'body1', color: 'text.secondary', mt: 1, textAlign: 'left' }}>
        <p>{t('cookies.why')}</p>
        <p>
          <Filled text={(places) => t('cookies.how', places)} parts={{ host: <b>{location.host}</b> }} />
        </p>
      </Box>
      <Button
        variant="contained"
        fullWidth
        size="large"
        onClick={() => setState(cookiesWork() ? 'works' : 'still')}
      >
        {t('cookies.retry')}
      </Button>
      <Box role="status" sx={{ typography: 'caption', color: 'text.secondary', mt: 1, minHeight: 16 }}>
        {state === 'still' ? t('cookies.still') : ''}
      </Box>
    </AuthCard>
  );
}
