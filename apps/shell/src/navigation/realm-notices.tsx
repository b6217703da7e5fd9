import { Ban, Hourglass } from 'lucide-react';
import { Alert } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import { useTexts } from '../texts';

/** Explains on every page of a suspended realm why nothing can be changed. */
export function RealmSuspended() {
  const t = useTexts();
  return (
    <Box role="status" sx={{ px: 3, pt: 2 }}>
      <Alert tone="warning" icon={Ban} title={t('realmSuspended.title')}>
        {t('realmSuspended.text')}
      </Alert>
    </Box>
  );
}

/** Explains to a user without a realm why every list is empty. */
export function RealmWaiting() {
  const t = useTexts();
  return (
    <Box sx={{ px: 3, pt: 2 }}>
      <Alert tone="info" icon={Hourglass} title={t('realmWaiting.title')}>
        {t('realmWaiting.text')}
      </Alert>
    </Box>
  );
}
