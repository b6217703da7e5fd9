import { useQuery } from '@tanstack/react-query';
import { ClipboardCheck } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useEditing, useListBackend, useMayAct, useMayWrite, type UserDto, useUser } from '@tessera/api';
import type { Column, RowAction } from '@tessera/data-table';
import { ListPage, toListProps, useListState } from '@tessera/data-table/list-page';
import { mayGrant, mayManageAccount, takesDuties } from '@tessera/domain';
import { useSearchParams } from '@tessera/federation/router';
import { Instant, StatusChip, useAction } from '@tessera/ui';
import { createAccountStatusOptions, createRoleFilter } from '../../accounts/account-filters';
import { dutiesText } from '../../accounts/duties-text';
import { AccountStatus, usePasswordResetLink } from '../../accounts/password-reset';
import { createStatusFilter } from '../../lookups/filters';
import { type AdminTexts, useTexts } from '../../texts';
import { DutiesForm } from './duties-form';
import { fetchPerson, peopleQuery } from './people.api';

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
    id: 'duties',
    header: t('duties.title'),
    minWidth: 120,
    hidden: 'tight',
    cell: (person) => dutiesText(t, person),
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

/** The people of the user's realm. Owners give them duties and create password reset links. */
export function PeopleTab({ createButton }: { createButton: ReactNode }) {
  const t = useTexts();
  const filters = useMemo(
    () => [createRoleFilter(t), createStatusFilter(t, createAccountStatusOptions(t))],
    [t],
  );
  const state = useListState(useSearchParams(), { filters, sort: 'name' });
  const people = useQuery(peopleQuery(state.query));
  const columns = useMemo(() => createColumns(t), [t]);
  const { createAction, dialog } = usePasswordResetLink();
  const own = useUser();
  const { showError } = useAction();
  const editor = useEditing(fetchPerson, showError);
  const mayGive = useMayAct('giveDuties');
  const mayWrite = useMayWrite();
  const resetLinkState = ({ id, role }: UserDto) => {
    if (!mayWrite) return { disabled: t('words.needsWrite') };
    if (!mayManageAccount(own.id, id)) return { disabled: t('users.ownAccount') };
    return mayGrant(own.role, role) ? undefined : { disabled: t('people.adminsOnly') };
  };
  const dutiesAction = ({ id, role }: UserDto): RowAction => ({
    label: t('duties.edit'),
    icon: ClipboardCheck,
    onSelect: () => editor.open(id),
    disabled: mayGive ? (takesDuties(role) ? undefined : t('duties.allAlready')) : t('words.needsWrite'),
  });
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
        rowMenu={(person) => [dutiesAction(person), createAction(person, resetLinkState(person))]}
        narrow={(person) => ({
          title: person.name || person.email,
          status: <StatusChip of="account" state={person.status} />,
          second: person.email,
          third: t(`people.roles.${person.role}`),
          end: <Instant value={person.last_login_at} />,
        })}
      />
      {editor.editing ? (
        <DutiesForm
          key={editor.editing.key}
          editing={editor.editing}
          onReload={editor.reload}
          onClose={editor.close}
        />
      ) : null}
      {dialog}
    </>
  );
}
