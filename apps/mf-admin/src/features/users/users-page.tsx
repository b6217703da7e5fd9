import { useUser, type UserDto } from '@tessera/api';
import { Button } from '@mui/material';
import { ListPage, Page, PageHeader, StatusChip, toProblem, useListState, type FilterDef } from '@tessera/ui';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { PasswordForm } from './password-form';
import { useUserActions, type UserDialog } from './use-user-actions';
import { UserForm } from './user-form';
import { roleName, roleOptions, usersColumns } from './users-columns';
import { realmChoicesQuery, usersQuery } from './users.api';

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
  const [dialog, setDialog] = useState<UserDialog | null>(null);
  const actionsOf = useUserActions(useUser()?.id, setDialog);
  const { data, error, isFetching, refetch } = useQuery(usersQuery(state.query));
  const close = () => setDialog(null);
  const create = (
    <Button
      variant="contained"
      startIcon={<Plus size={16} aria-hidden />}
      onClick={() => setDialog({ kind: 'new' })}
    >
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
        empty={{ sentence: 'No users yet.', action: create }}
        keyOf={({ id }) => id}
        nameOf={({ email }) => email}
        stamp={({ updated_at }) => updated_at}
        onOpen={(user) => setDialog({ kind: 'edit', user })}
        rowMenu={actionsOf}
        narrow={(user) => ({
          title: user.name || user.email,
          status: <StatusChip of="account" state={user.status} />,
          second: user.email,
          third: user.realm_name ?? 'No realm',
          end: roleName(user.role),
        })}
      />
      {dialog?.kind === 'new' ? <UserForm user={null} onClose={close} /> : null}
      {dialog?.kind === 'edit' ? <UserForm user={dialog.user} onClose={close} /> : null}
      {dialog?.kind === 'password' ? <PasswordForm user={dialog.user} onClose={close} /> : null}
    </Page>
  );
}
