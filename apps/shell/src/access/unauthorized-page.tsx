import { useUser } from '@tessera/api';
import { Link, useLocation } from '@tessera/federation/router';
import { PageHeader, PermissionRequired } from '@tessera/ui';
import { Button } from '@tessera/ui/mui';
import { useTexts } from '../texts';
import { readMissingPermission } from './missing-permission';

/** /unauthorized: shows the missing permission and who can grant it. */
export function UnauthorizedPage() {
  const t = useTexts();
  const missing = readMissingPermission(useLocation());
  const { role } = useUser();
  const contact = t(role === 'realm_owner' ? 'access.askAdministrator' : 'access.askOwner');
  return (
    <>
      <PageHeader title={t('access.title')} />
      <PermissionRequired
        permission={missing?.permission ?? t('access.thatPage')}
        purpose={missing ? t('access.open', { path: missing.from }) : undefined}
        contact={contact}
        action={
          <Button component={Link} to="/dashboard" sx={{ mt: 1 }}>
            {t('access.toDashboard')}
          </Button>
        }
      />
    </>
  );
}
