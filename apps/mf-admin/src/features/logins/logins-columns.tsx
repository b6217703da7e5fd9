import type { LoginDto } from '@tessera/api';
import { formatCount, Instant, StatusChip, Stub, type Column } from '@tessera/ui';
import { Box } from '@mui/material';
import { KeyRound } from 'lucide-react';
import { useTexts, type AdminTexts } from '../../texts';

/** Whether a secret is stored, in words; what it is never shows (contract section 7). */
export function SecretState({ secret: { set, hint } }: { secret: { set: boolean; hint: string | null } }) {
  const t = useTexts();
  return set ? (
    <Stub icon={KeyRound} hue="stone" form="open">
      {hint ?? t('logins.set')}
    </Stub>
  ) : (
    <Box component="span" sx={{ color: 'text.tertiary' }}>
      {t('logins.notSet')}
    </Box>
  );
}

/** Columns of a site's logins. */
export const loginsColumns = (t: AdminTexts): Column<LoginDto>[] => [
  {
    id: 'name',
    header: t('words.name'),
    sortKey: 'name',
    fixed: true,
    strong: true,
    minWidth: 170,
    cell: ({ name }) => name,
  },
  {
    id: 'email',
    header: t('words.email'),
    sortKey: 'email',
    minWidth: 200,
    quiet: true,
    cell: ({ email }) => email,
  },
  {
    id: 'status',
    header: t('logins.statusMessage'),
    sortKey: 'status',
    minWidth: 190,
    cell: ({ status, status_msg }) => (
      <>
        <StatusChip of="login" state={status} />
        <span className="reason">{status_msg}</span>
      </>
    ),
  },
  {
    id: 'supporter_id',
    header: t('logins.supporterId'),
    width: 120,
    cell: ({ supporter_id }) => supporter_id ?? '–',
  },
  {
    id: 'seats_to_set',
    header: t('logins.seatsToSet'),
    align: 'right',
    width: 100,
    cell: ({ seats_to_set }) => formatCount(seats_to_set),
  },
  {
    id: 'amount_to_buy',
    header: t('logins.toBuy'),
    align: 'right',
    width: 80,
    cell: ({ amount_to_buy }) => formatCount(amount_to_buy),
  },
  {
    id: 'password',
    header: t('logins.password'),
    width: 110,
    cell: ({ password }) => <SecretState secret={password} />,
  },
  { id: 'card', header: t('logins.payment'), width: 120, cell: ({ card }) => <SecretState secret={card} /> },
  {
    id: 'last_used',
    header: t('logins.lastUsed'),
    width: 140,
    quiet: true,
    cell: ({ last_used }) => <Instant value={last_used} />,
  },
  {
    id: 'members',
    header: t('logins.members'),
    hidden: true,
    minWidth: 150,
    cell: ({ members }) => members ?? '–',
  },
  {
    id: 'credits',
    header: t('logins.credits'),
    hidden: true,
    align: 'right',
    width: 90,
    cell: ({ credits }) => credits ?? '–',
  },
  {
    id: 'success_rate',
    header: t('logins.success'),
    hidden: true,
    align: 'right',
    width: 90,
    cell: ({ success_rate }) => (success_rate === null ? '–' : t('logins.percent', { rate: success_rate })),
  },
];
