import type { ListedUserDto } from '@tessera/api';
import type { Column } from '@tessera/data-table';
import { formatCount, Instant } from '@tessera/ui';
import { dutiesText } from '../../accounts/duties-text';
import { AccountStatus } from '../../accounts/password-reset';
import type { AdminTexts } from '../../texts';

/** Columns of the users' list. */
export const createUserColumns = (t: AdminTexts): Column<ListedUserDto>[] => [
  {
    id: 'name',
    header: t('words.name'),
    sortKey: 'name',
    fixed: true,
    strong: true,
    minWidth: 116,
    cell: ({ name }) => name || '–',
  },
  { id: 'email', header: t('words.email'), sortKey: 'email', minWidth: 178, cell: ({ email }) => email },
  {
    id: 'role',
    header: t('users.role'),
    sortKey: 'role',
    width: 104,
    cell: ({ role }) => t(`people.roles.${role}`),
  },
  {
    id: 'duties',
    header: t('duties.title'),
    minWidth: 120,
    hidden: true,
    quiet: true,
    cell: (user) => dutiesText(t, user),
  },
  {
    id: 'realm',
    header: t('words.realm'),
    minWidth: 106,
    quiet: true,
    cell: ({ realm_name }) => realm_name ?? '–',
  },
  {
    id: 'status',
    header: t('words.status'),
    sortKey: 'status',
    width: 96,
    cell: (user) => <AccountStatus user={user} />,
  },
  {
    id: 'signed_in',
    header: t('users.lastSignIn'),
    sortKey: 'last_login_at',
    width: 130,
    quiet: true,
    cell: ({ last_login_at }) => <Instant value={last_login_at} />,
  },
  {
    id: 'sessions',
    header: t('users.sessions'),
    align: 'right',
    hidden: 'tight',
    width: 84,
    cell: ({ session_count }) => formatCount(session_count),
  },
  {
    id: 'created',
    header: t('words.created'),
    sortKey: 'created_at',
    hidden: 'tight',
    width: 146,
    quiet: true,
    cell: ({ created_at }) => <Instant value={created_at} style="date" />,
  },
];
