import { useEditing, useUser, type UserDto } from '@tessera/api';
import { Button } from '@mui/material';
import {
  ListPage,
  Page,
  PageHeader,
  StatusChip,
  toProblem,
  useListState,
  useSnackbar,
  type FilterDef,
} from '@tessera/ui';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { PasswordForm } from './password-form';
import { useUserActions } from './use-user-actions';
import { UserForm } from './user-form';
import { roleName, roleOptions, usersColumns } from './users-columns';
import { readUser, realmChoicesQuery, usersQuery } from './users.api';

const statusFilter: FilterDef = {
  kind: 'choice',
  field: 'status',
  label: 'Status',
  options: [
    { value: 'active', label: 'Active' },
    { value: 'disabled', label: 'Disabled' },
  ],
};
const roleFilter: FilterDef = { kind: 'choice', field: 'role', label: 'Role', options: roleOptions };

/** People of the platform (admins alone). */
export function UsersPage() {
  const { data: realms } = useQuery(realmChoicesQuery());
  const filters = useMemo((): FilterDef[] => {
    const options = (realms ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
    return [roleFilter, statusFilter, { kind: 'choice', field: 'realm_id', label: 'Realm', options }];
  }, [realms]);
  const state = useListState(useSearchParams(), { filters, sort: 'name' });
  const snackbar = useSnackbar();
  const editor = useEditing(readUser, (failure) => snackbar.fail(toProblem(failure)));
  const [passwordOf, setPasswordOf] = useState<UserDto | null>(null);
  const actionsOf = useUserActions(useUser()?.id, {
    edit: ({ id }) => editor.open(id),
    setPassword: setPasswordOf,
  });
  const { data, error, isFetching, refetch } = useQuery(usersQuery(state.query));
  const create = (
    <Button variant="contained" startIcon={<Plus size={16} aria-hidden />} onClick={editor.openNew}>
      New user
    </Button>
  );
  return (
    <Page>
      <PageHeader title="Users" actions={create} />
      <ListPage<UserDto>
        noun="users"
        state={state}
        columns={usersColumns}
        rows={data?.rows}
        {...(data?.total == null ? {} : { total: data.total })}
        fetching={isFetching}
        problem={error ? toProblem(error) : null}
        onRefresh={() => void refetch()}
        filters={filters}
        searchPlaceholder="Name or e-mail"
        searchWidth={180}
        empty={{ sentence: 'No users yet.', action: create }}
        keyOf={({ id }) => id}
        nameOf={({ email }) => email}
        stamp={({ updated_at }) => updated_at}
        onOpen={({ id }) => editor.open(id)}
        rowMenu={actionsOf}
        narrow={(user) => ({
          title: user.name || user.email,
          status: <StatusChip of="account" state={user.status} />,
          second: user.email,
          third: user.realm_name ?? 'No realm',
          end: roleName(user.role),
        })}
      />
      {editor.editing ? (
        <UserForm
          key={editor.editing.key}
          editing={editor.editing}
          onReload={editor.reload}
          onClose={editor.close}
        />
      ) : null}
      {passwordOf ? <PasswordForm user={passwordOf} onClose={() => setPasswordOf(null)} /> : null}
    </Page>
  );
}
