import { useEditing, useListBackend } from '@tessera/api';
import { Button } from '@mui/material';
import {
  ListPage,
  Page,
  PageHeader,
  StatusChip,
  toProblem,
  useAction,
  useListState,
  usePageActions,
  type FilterDef,
} from '@tessera/ui';
import { useQuery } from '@tanstack/react-query';
import { Plus, SquarePen, Trash2, Users } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router';
import { RealmForm } from './realm-form';
import { realmsColumns } from './realms-columns';
import { readRealm, realmsQuery, useDeleteRealm } from './realms.api';

const filters: readonly FilterDef[] = [
  {
    kind: 'choice',
    field: 'status',
    label: 'Status',
    options: [
      { value: 'active', label: 'Active' },
      { value: 'suspended', label: 'Suspended' },
    ],
  },
];

/** Tenants with their limits (admins alone). */
export function RealmsPage() {
  const state = useListState(useSearchParams(), { filters, sort: 'name' });
  const navigate = useNavigate();
  const { ask, fail } = useAction();
  const editor = useEditing(readRealm, fail);
  const { mutateAsync: remove } = useDeleteRealm();
  const { data, error, isFetching, refetch } = useQuery(realmsQuery(state.query));

  const askDelete = async (realm: { id: number; name: string }) => {
    const body = 'It must have no users, logins or unfinished tasks. Purchases and audit stay.';
    const question = {
      title: `Delete the realm ${realm.name}?`,
      body,
      confirmLabel: 'Delete realm',
      danger: true,
    };
    const typed = { ...question, typeToConfirm: realm.name };
    await ask(typed, () => remove(realm.id), `${realm.name} deleted`);
  };
  usePageActions([{ label: 'New realm', icon: Plus, run: editor.openNew }]);
  const create = (
    <Button variant="contained" startIcon={<Plus size={16} aria-hidden />} onClick={editor.openNew}>
      New realm
    </Button>
  );
  return (
    <Page>
      <PageHeader title="Realms" actions={create} />
      <ListPage
        noun="realms"
        state={state}
        columns={realmsColumns}
        rows={data?.rows}
        {...(data?.total == null ? {} : { total: data.total })}
        fetching={isFetching}
        problem={error ? toProblem(error) : null}
        onRefresh={() => void refetch()}
        filters={filters}
        backend={useListBackend('realms', '/api/realms', state.query)}
        searchPlaceholder="Name"
        empty={{
          sentence: 'No realms yet. A realm is a tenant with its own users and limits.',
          action: create,
        }}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        stamp={({ updated_at }) => updated_at}
        onOpen={({ id }) => editor.open(id)}
        rowMenu={(realm) => [
          { label: 'Edit', icon: SquarePen, onSelect: () => editor.open(realm.id) },
          {
            label: 'Users of this realm',
            icon: Users,
            onSelect: () => void navigate(`/users?realm_id=${realm.id}`),
          },
          { label: 'Delete', icon: Trash2, danger: true, onSelect: () => void askDelete(realm) },
        ]}
        narrow={(realm) => ({
          title: realm.name,
          status: <StatusChip of="account" state={realm.status} />,
          second: `${realm.active_tasks} of ${realm.max_tasks} unfinished tasks`,
          third: `${realm.login_count} of ${realm.max_logins} logins`,
          end: `${realm.user_count} users`,
        })}
      />
      {editor.editing ? (
        <RealmForm
          key={editor.editing.key}
          editing={editor.editing}
          onReload={editor.reload}
          onClose={editor.close}
        />
      ) : null}
    </Page>
  );
}
