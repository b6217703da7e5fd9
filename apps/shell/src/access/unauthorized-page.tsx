import { useUser } from '@tessera/api';
import { LockPanel, PageHeader } from '@tessera/ui';
import { Button } from '@mui/material';
import { Link, useLocation } from 'react-router';
import { readMissingPermission } from './missing-permission';

/** /unauthorized: names the missing permission and whom to ask. */
export function UnauthorizedPage() {
  const missing = readMissingPermission(useLocation());
  const { role } = useUser();
  const ask =
    role === 'realm_owner'
      ? 'Ask an administrator of Tessera.'
      : 'Ask an owner of your realm or an administrator.';
  return (
    <>
      <PageHeader title="No permission" />
      <LockPanel
        permission={missing?.permission ?? 'for that page'}
        {...(missing ? { what: `open ${missing.from}` } : {})}
        ask={ask}
        action={
          <Button component={Link} to="/dashboard" sx={{ mt: 1 }}>
            Go to the dashboard
          </Button>
        }
      />
    </>
  );
}
