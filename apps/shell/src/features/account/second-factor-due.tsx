import { KeyRound } from 'lucide-react';
import { Link as RouterLink, Navigate, useLocation } from '@tessera/federation/router';
import { Alert, Instant } from '@tessera/ui';
import { Box, Link } from '@tessera/ui/mui';
import { usePasskeyTexts } from '../../session/passkeys/texts';

/** The page where a second factor is set up. */
const ACCOUNT = '/account';

/** Says until when the user has to set up a second factor and, afterwards, leads there from every page. */
export default function SecondFactorDue({ by, isPast }: { by: string; isPast: boolean }) {
  const t = usePasskeyTexts();
  const { pathname } = useLocation();
  if (isPast && pathname !== ACCOUNT) return <Navigate to={ACCOUNT} replace />;
  return (
    <Box role="status" sx={{ px: 3, pt: 2 }}>
      <Alert tone="warning" icon={KeyRound} title={isPast ? t('due.pastTitle') : t('due.title')}>
        {isPast ? (
          t('due.pastText')
        ) : (
          <>
            {t('due.until')} <Instant value={by} />. {t('due.text')}{' '}
            {pathname === ACCOUNT ? null : (
              <Link component={RouterLink} to={ACCOUNT}>
                {t('due.open')}
              </Link>
            )}
          </>
        )}
      </Alert>
    </Box>
  );
}
