import type { LoginDto } from '@tessera/api';
import { formatCount, Instant, StatusChip, Stub, type Column } from '@tessera/ui';
import { Box } from '@mui/material';
import { KeyRound } from 'lucide-react';

/** Whether a secret is stored, in words; what it is never shows (contract section 7). */
export const SecretState = ({ secret: { set, hint } }: { secret: { set: boolean; hint: string | null } }) =>
  set ? (
    <Stub icon={KeyRound} hue="stone" form="open">
      {hint ?? 'Set'}
    </Stub>
  ) : (
    <Box component="span" sx={{ color: 'text.tertiary' }}>
      Not set
    </Box>
  );

/** Columns of a site's logins. */
export const loginsColumns: Column<LoginDto>[] = [
  {
    id: 'name',
    header: 'Name',
    sortKey: 'name',
    fixed: true,
    strong: true,
    minWidth: 170,
    cell: ({ name }) => name,
  },
  { id: 'email', header: 'E-mail', sortKey: 'email', minWidth: 200, quiet: true, cell: ({ email }) => email },
  {
    id: 'status',
    header: 'Status and message',
    sortKey: 'status',
    minWidth: 190,
    cell: ({ status, status_msg }) => (
      <>
        <StatusChip of="login" state={status} />
        <span className="reason">{status_msg}</span>
      </>
    ),
  },
  { id: 'supporter_id', header: 'Supporter id', width: 120, cell: ({ supporter_id }) => supporter_id ?? '–' },
  {
    id: 'seats_to_set',
    header: 'Seats to set',
    align: 'right',
    width: 100,
    cell: ({ seats_to_set }) => formatCount(seats_to_set),
  },
  {
    id: 'amount_to_buy',
    header: 'To buy',
    align: 'right',
    width: 80,
    cell: ({ amount_to_buy }) => formatCount(amount_to_buy),
  },
  {
    id: 'password',
    header: 'Password',
    width: 110,
    cell: ({ password }) => <SecretState secret={password} />,
  },
  { id: 'card', header: 'Payment', width: 120, cell: ({ card }) => <SecretState secret={card} /> },
  {
    id: 'last_used',
    header: 'Last used',
    width: 140,
    quiet: true,
    cell: ({ last_used }) => <Instant value={last_used} />,
  },
  { id: 'members', header: 'Members', hidden: true, minWidth: 150, cell: ({ members }) => members ?? '–' },
  {
    id: 'credits',
    header: 'Credits',
    hidden: true,
    align: 'right',
    width: 90,
    cell: ({ credits }) => credits ?? '–',
  },
  {
    id: 'success_rate',
    header: 'Success',
    hidden: true,
    align: 'right',
    width: 90,
    cell: ({ success_rate }) => (success_rate === null ? '–' : `${success_rate} %`),
  },
];
