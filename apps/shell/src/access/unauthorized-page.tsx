import { useUser } from '@tessera/api';
import { Link, useLocation } from '@tessera/federation/router';
import { PageHeader, PermissionRequired } from '@tessera/ui';
import { Button } from '@tessera/ui/mui';
import { readMissingPermission } from './missing-permission';
import { useAccessTexts } from './texts';

/** /unauthorized: shows the missing permission and who can grant it. */
export function UnauthorizedPage() {
  const t = useAccessTexts();
  const missing = readMissingPermission(useLocation());
  const { role } = useUser();
  const contact = t(role === 'realm_owner' ? 'askAdministrator' : 'askOwner');
  return (
    <>
      <PageHeader title={t('title')} />
      <PermissionRequired
        permission={missing?.permission ?? t('thatPage')}
        purpose={missing ? t('open', { path: missing.from }) : undefined}
        contact={contact}
        action={
          <Button component={Link} to="/dashboard" sx={{ mt: 1 }}>
            {t('toDashboard')}
          </Button>
        }
      />
    </>
  );
}
