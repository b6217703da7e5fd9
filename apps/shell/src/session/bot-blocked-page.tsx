import { useState } from 'react';
import { useLocation } from '@tessera/federation/router';
import { InterpolatedText, Logo } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { useTexts } from '../texts';
import { AuthCard } from './auth-card';
import { acceptsCookies } from './cookie-check';
import { getDestination } from './destination';

/** Explains how to turn cookies on; Retry continues to the page that the user wanted. */
export function BotBlockedPage() {
  const t = useTexts();
  const destination = getDestination(useLocation());
  const [isStillBlocked, setStillBlocked] = useState(false);
  const retry = () => {
    const works = acceptsCookies();
    setStillBlocked(!works);
    // Loads a new document: browsers keep storage blocked in this one.
    if (works) window.location.replace(destination);
  };
  return (
    <AuthCard title={t('cookies.title')}>
      <Logo size={34} withName />
      <Box component="h1" sx={{ typography: 'h2', m: 0, mt: 3 }}>
        {t('cookies.title')}
      </Box>
      <Box sx={{ typography: 'body1', color: 'text.secondary', mt: 1, textAlign: 'left' }}>
        <p>{t('cookies.why')}</p>
        <p>
          <InterpolatedText
            text={(values) => t('cookies.how', values)}
            elements={{ host: <b>{location.host}</b> }}
          />
        </p>
      </Box>
      <Button variant="contained" fullWidth size="large" onClick={retry}>
        {t('cookies.retry')}
      </Button>
      <Box role="status" sx={{ typography: 'caption', color: 'text.secondary', mt: 1, minHeight: 16 }}>
        {isStillBlocked ? t('cookies.still') : ''}
      </Box>
    </AuthCard>
  );
}
