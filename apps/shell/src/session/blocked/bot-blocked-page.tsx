import { useState } from 'react';
import { useLocation } from '@tessera/federation/router';
import { InterpolatedText, Logo } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { AuthCard } from '../auth-card';
import { acceptsCookies, acceptsSecureCookies } from '../cookie-check';
import { getDestination } from '../destination';
import { useBlockedTexts } from './texts';

/** What keeps the browser from keeping a session: its settings, or an address without https. */
const findObstacle = () =>
  acceptsCookies() && !acceptsSecureCookies() ? ('insecure' as const) : ('cookies' as const);

/** The console's address on the computer that it runs on, if this page comes from there without a front. */
const localAddress = () => `http://localhost:${location.port || 80}`;

/** Explains how to turn cookies on, or to open the console over https; Retry continues to the page that the user wanted. */
export function BotBlockedPage() {
  const t = useBlockedTexts();
  const destination = getDestination(useLocation());
  const [obstacle, setObstacle] = useState(findObstacle);
  const [isStillBlocked, setStillBlocked] = useState(false);
  const retry = () => {
    const works = acceptsCookies() && acceptsSecureCookies();
    setObstacle(findObstacle);
    setStillBlocked(!works);
    // Loads a new document: browsers keep storage blocked in this one.
    if (works) window.location.replace(destination);
  };
  return (
    <AuthCard title={t(`${obstacle}.title`)}>
      <Logo size={34} withName />
      <Box component="h1" sx={{ typography: 'h2', m: 0, mt: 3 }}>
        {t(`${obstacle}.title`)}
      </Box>
      <Box sx={{ typography: 'body1', color: 'text.secondary', mt: 1, textAlign: 'left' }}>
        <p>{t(`${obstacle}.why`)}</p>
        <p>
          <InterpolatedText
            text={(values) => t(`${obstacle}.how`, values)}
            elements={{ host: <b>{location.host}</b>, local: <b>{localAddress()}</b> }}
          />
        </p>
      </Box>
      <Button variant="contained" fullWidth size="large" onClick={retry}>
        {t('retry')}
      </Button>
      <Box role="status" sx={{ typography: 'caption', color: 'text.secondary', mt: 1, minHeight: 16 }}>
        {isStillBlocked ? t(`${obstacle}.still`) : ''}
      </Box>
    </AuthCard>
  );
}
