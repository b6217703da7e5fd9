import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import {
  keysOf,
  type Page,
  pageOf,
  useListBackend,
  useMayWrite,
  type UserDto,
  usersList,
  useUser,
} from '@tessera/api';
import type { Column } from '@tessera/data-table';
import { ListPage, toListProps, useListState } from '@tessera/data-table/list-page';
import { mayGrant, mayManageAccount } from '@tessera/domain';
import { useSearchParams } from '@tessera/federation/router';
import { Instant, StatusChip } from '@tessera/ui';
import { createAccountStatusOptions, createRoleFilter } from '../../accounts/account-filters';
import { AccountStatus, usePasswordResetLink } from '../../accounts/password-reset';
import { createStatusFilter } from '../../lookups/filters';
import { type AdminTexts, useTexts } from '../../texts';

const keys = keysOf('users');

const createColumns = (t: AdminTexts): Column<UserDto>[] => [
  {
    id: 'name',
    header: t('words.name'),
    sortKey: 'name',
    fixed: true,
    strong: true,
    cell: ({ name }) => name || '–',
  },
  { id: 'email', header: t('words.email'), minWidth: 180, sortKey: 'email', cell: ({ email }) => email },
  {
    id: 'role',
    header: t('people.role'),
    sortKey: 'role',
    width: 130,
    cell: ({ role }) => t(`people.roles.${role}`),
  },
  {
    id: 'status',
    header: t('words.status'),
    minWidth: 120,
    cell: (person) => <AccountStatus user={person} />,
  },
  {
    id: 'signed_in',
    header: t('people.lastSignIn'),
    sortKey: 'last_login_at',
    width: 160,
    quiet: true,
    cell: ({ last_login_at }) => <Instant value={last_login_at} />,
  },
];

/** The people of the user's realm. Owners can create password reset links. */
export function PeopleTab({ createButton }: { createButton: ReactNode }) {
  const t = useTexts();
  const filters = useMemo(
    () => [createRoleFilter(t), createStatusFilter(t, createAccountStatusOptions(t))],
    [t],
  );
  const state = useListState(useSearchParams(), { filters, sort: 'name' });
  const people = useQuery({
    queryKey: keys.list(state.query),
    queryFn: async ({ signal }): Promise<Page<UserDto>> =>
      pageOf(await usersList({ query: state.query, signal })),
    placeholderData: keepPreviousData,
  });
  const columns = useMemo(() => createColumns(t), [t]);
  const { createAction, dialog } = usePasswordResetLink();
  const own = useUser();
  const mayWrite = useMayWrite();
  const resetLinkState = ({ id, role }: UserDto) => {
    if (!mayWrite) return { disabled: t('words.needsWrite') };
    if (!mayManageAccount(own.id, id)) return { disabled: t('users.ownAccount') };
    return mayGrant(own.role, role) ? undefined : { disabled: t('people.adminsOnly') };
  };
  return (
    <>
      <ListPage<UserDto>
        noun={t('people.noun')}
        state={state}
        columns={columns}
        {...toListProps(people)}
        filters={filters}
        backend={useListBackend('people', '/api/users', state.query)}
        searchPlaceholder={t('people.search')}
        searchWidth={180}
        empty={{ sentence: t('people.empty'), action: createButton }}
        keyOf={({ id }) => id}
        nameOf={({ email }) => email}
        rowMenu={(person) => [createAction(person, resetLinkState(person))]}
        narrow={(person) => ({
          title: person.name || person.email,
          status: <StatusChip of="account" state={person.status} />,
          second: person.email,
          third: t(`people.roles.${person.role}`),
          end: <Instant value={person.last_login_at} />,
        })}
      />
      {dialog}
    </>
  );
}
