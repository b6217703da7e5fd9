import { Mark } from '@tessera/ui';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { AuthCard } from './auth-card';
import { cookiesWork } from './cookie-check';

/** Cookies are off: says so, how to turn them on, and tries again. */
export function BotBlockedPage() {
  const [state, setState] = useState<'blocked' | 'still' | 'works'>('blocked');
  if (state === 'works') return <Navigate to="/auth/login" replace />;
  return (
    <AuthCard title="Cookies are turned off">
      <Mark size={34} withName />
      <Box component="h1" sx={{ typography: 'h2', m: 0, mt: 3 }}>
        Cookies are turned off
      </Box>
      <Box sx={{ typography: 'body1', color: 'text.secondary', mt: 1, textAlign: 'left' }}>
        <p>
          Tessera tells people from bots by whether their browser keeps a cookie. This one did not keep it, so
          signing in is blocked here.
        </p>
        <p>
          Open your browser’s settings, find “Cookies and site data” under privacy, and allow cookies for{' '}
          <b>{location.host}</b>. A private window or an extension may block them too.
        </p>
      </Box>
      <Button
        variant="contained"
        fullWidth
        size="large"
        onClick={() => setState(cookiesWork() ? 'works' : 'still')}
      >
        Retry
      </Button>
      <Box role="status" sx={{ typography: 'caption', color: 'text.secondary', mt: 1, minHeight: 16 }}>
        {state === 'still' ? 'Cookies are still off.' : ''}
      </Box>
    </AuthCard>
  );
}
