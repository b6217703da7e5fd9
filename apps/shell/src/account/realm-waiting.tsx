import { Notice } from '@tessera/ui';
import { Box } from '@mui/material';
import { Hourglass } from 'lucide-react';

/** For a user without a realm: why every list is empty (contract section 2, registration). */
export function RealmWaiting() {
  return (
    <Box sx={{ px: 3, pt: 2 }}>
      <Notice tone="info" icon={Hourglass} title="Waiting for an administrator">
        Your account is ready but belongs to no realm yet, so your lists are empty. An administrator has to
        assign it to one; you can stay signed in, what you may see appears by itself.
      </Notice>
    </Box>
  );
}
