import type { LoginDto } from '@tessera/api';
import { Box, Button } from '@mui/material';
import { Descriptions, DrawerPanel, Instant, NavTabs, StatusChip } from '@tessera/ui';
import { SquarePen } from 'lucide-react';
import { useState } from 'react';
import { ClientDetails, ClientHistory } from './client-activity';
import { SecretState } from './logins-columns';

type View = 'overview' | 'details' | 'history';

const views = [
  { value: 'overview', label: 'Overview' },
  { value: 'details', label: 'Client details' },
  { value: 'history', label: 'History' },
];

const percent = (rate: number | null): string | null => (rate === null ? null : `${rate} %`);

/** A login beside the list: what is known of it, and what the client at the site reported. */
export function LoginDrawer({
  login,
  onEdit,
  onClose,
}: {
  login: LoginDto;
  onEdit: () => void;
  onClose: () => void;
}) {
  const [view, setView] = useState<View>('overview');
  return (
    <DrawerPanel
      title={login.name}
      status={<StatusChip of="login" state={login.status} />}
      subtitle={login.status_msg ?? login.email}
      onClose={onClose}
    >
      <Box>
        <Button startIcon={<SquarePen size={16} strokeWidth={1.75} aria-hidden />} onClick={onEdit}>
          Edit
        </Button>
      </Box>
      <NavTabs
        label="What to show of the login"
        value={view}
        onChange={(value) => setView(value as View)}
        items={views}
      />
      <Box role="tabpanel" aria-labelledby={`tab-${view}`}>
        {view === 'overview' ? <Overview login={login} /> : null}
        {view === 'details' ? <ClientDetails loginId={login.id} /> : null}
        {view === 'history' ? <ClientHistory loginId={login.id} /> : null}
      </Box>
    </DrawerPanel>
  );
}

const Overview = ({ login }: { login: LoginDto }) => (
  <Descriptions
    items={[
      { term: 'E-mail', value: login.email },
      { term: 'User name', value: login.user },
      { term: 'Supporter id', value: login.supporter_id },
      { term: 'Members', value: login.members },
      { term: 'Seats to set', value: login.seats_to_set },
      { term: 'Amount to buy', value: login.amount_to_buy },
      { term: 'Credits', value: login.credits },
      { term: 'Success rate', value: percent(login.success_rate) },
      { term: 'Password', value: <SecretState secret={login.password} /> },
      { term: 'Payment token', value: <SecretState secret={login.card} /> },
      { term: 'Address', value: <SecretState secret={login.address} /> },
      { term: 'Home phone', value: <SecretState secret={login.home_phone} /> },
      { term: 'Mobile phone', value: <SecretState secret={login.mobile_phone} /> },
      { term: 'Last used', value: <Instant value={login.last_used} /> },
      { term: 'Changed', value: <Instant value={login.updated_at} /> },
    ]}
  />
);
