import type { UserDto } from '@tessera/api';
import { Instant, StatusChip } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import { useTexts } from '../texts';

/** A user's status, and that they wait for a link to a new password. */
export function AccountStatus({ user }: { user: UserDto }) {
  const t = useTexts();
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      <StatusChip of="account" state={user.status} />
      {user.reset_requested_at ? (
        <Box component="span" sx={{ color: 'text.secondary', typography: 'caption' }}>
          {t('people.resetRequested')} <Instant value={user.reset_requested_at} />
        </Box>
      ) : null}
    </Box>
  );
}
