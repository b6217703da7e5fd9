import { useCan } from '@tessera/api';
import { Link as RouterLink } from '@tessera/federation/router';
import { Link } from '@tessera/ui/mui';
import { useTexts } from '../texts';

/** Leads administrators from a page that has no working module to the one that goes back to an earlier release. */
export function RecoveryLink() {
  const t = useTexts();
  if (!useCan('admin', 'all')) return null;
  return (
    <Link component={RouterLink} to="/modules/recovery">
      {t('remotes.previousRelease')}
    </Link>
  );
}
