import { KeyRound } from 'lucide-react';
import type { LoginDto } from '@tessera/api';
import type { Column } from '@tessera/data-table';
import { formatCount, Instant, StatusBadge, StatusChip } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import { type AdminTexts, useTexts } from '../../texts';
import { LastCheckCell } from './checks/last-check';

/** Whether a secret is stored, in words; what it is never shows. */
export function SecretState({ secret: { set, hint } }: { secret: { set: boolean; hint: string | null } }) {
  const t = useTexts();
  return set ? (
    <StatusBadge icon={KeyRound} hue="stone" variant="open">
      {hint ?? t('logins.set')}
    </StatusBadge>
  ) : (
    <Box component="span" sx={{ color: 'text.tertiary' }}>
      {t('logins.notSet')}
    </Box>
  );
}

/** Columns of a site's logins. */
export const createLoginColumns = (
  t: AdminTexts,
  /** Names of realms by id, for administrators; null: the reader's own is all there is. */
  realms: ReadonlyMap<number, string> | null,
  /** Undefined: the user may not disable logins. */
  disable: ((login: LoginDto) => void) | undefined,
): Column<LoginDto>[] => [
  {
    id: 'name',
    header: t('words.name'),
    sortKey: 'name',
    fixed: true,
    strong: true,
    minWidth: 146,
    cell: ({ name }) => name,
  },
  {
    id: 'email',
    header: t('words.email'),
    sortKey: 'email',
    minWidth: 150,
    quiet: true,
    cell: ({ email }) => email,
  },
  {
    id: 'status',
    minWidth: 100,
    header: t('logins.statusMessage'),
    sortKey: 'status',
    cell: ({ status, status_msg }) => (
      <>
        <StatusChip of="login" state={status} />
        <span className="reason">{status_msg}</span>
      </>
    ),
  },
  {
    id: 'check',
    minWidth: 176,
    header: t('loginChecks.column'),
    cell: (login) => <LastCheckCell login={login} onDisable={disable && (() => disable(login))} />,
  },
  {
    id: 'supporter_id',
    hidden: 'tight',
    width: 110,
    header: t('logins.supporterId'),
    cell: ({ supporter_id }) => supporter_id ?? '–',
  },
  {
    id: 'seats_to_set',
    hidden: 'tight',
    width: 66,
    header: t('logins.seats'),
    align: 'right',
    cell: ({ seats_to_set }) => formatCount(seats_to_set),
  },
  {
    id: 'amount_to_buy',
    hidden: 'tight',
    width: 66,
    header: t('logins.toBuy'),
    align: 'right',
    cell: ({ amount_to_buy }) => formatCount(amount_to_buy),
  },
  {
    id: 'holds',
    width: 66,
    header: t('logins.holds'),
    align: 'right',
    cell: ({ hold_count }) => formatCount(hold_count),
  },
  {
    id: 'bought',
    width: 72,
    header: t('logins.bought'),
    align: 'right',
    cell: ({ ticket_count }) => formatCount(ticket_count),
  },
  {
    id: 'password',
    hidden: true,
    header: t('logins.password'),
    width: 110,
    cell: ({ password }) => <SecretState secret={password} />,
  },
  {
    id: 'card',
    header: t('logins.payment'),
    hidden: true,
    width: 120,
    cell: ({ card }) => <SecretState secret={card} />,
  },
  {
    id: 'last_used',
    header: t('logins.lastUsed'),
    hidden: 'tight',
    width: 176,
    quiet: true,
    cell: ({ last_used }) => <Instant value={last_used} />,
  },
  ...(realms
    ? [
        {
          id: 'realm',
          header: t('words.realm'),
          minWidth: 120,
          quiet: true,
          cell: ({ realm_id }: LoginDto) => realms.get(realm_id) ?? '–',
        },
      ]
    : []),
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
