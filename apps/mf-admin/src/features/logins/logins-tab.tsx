import { useEditing, type LoginDto, useListBackend } from '@tessera/api';
import {
  ListPage,
  StatusChip,
  toProblem,
  useAction,
  useListState,
  type FilterDef,
  type RowAction,
} from '@tessera/ui';
import { useQuery } from '@tanstack/react-query';
import { Ban, Check, SquarePen, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { LoginDrawer } from './login-drawer';
import { LoginForm } from './login-form';
import { loginsColumns } from './logins-columns';
import { readLogin, siteLoginsQuery, useDeleteLogin, useUpdateLogin } from './logins.api';

const filters: readonly FilterDef[] = [
  {
    kind: 'choice',
    field: 'status',
    label: 'Status',
    options: [
      { value: 'active', label: 'Active' },
      { value: 'disabled', label: 'Disabled' },
      { value: 'failed', label: 'Failed' },
    ],
  },
];

/** A login that is to be made. */
const newRow = { row: null, etag: null, key: 0 };

export interface LoginsTabProps {
  siteId: number;
  /** Whether a login is being made: the page's head has the button. */
  adding: boolean;
  onAdded: () => void;
  /** The button once more, for an empty list. */
  create: ReactNode;
}

/** Logins of a site: accounts that tasks sign in with. One is open in the drawer. */
export function LoginsTab({ siteId, adding, onAdded, create }: LoginsTabProps) {
  const state = useListState(useSearchParams(), { filters, sort: 'name' });
  const { attempt, ask, fail } = useAction();
  const { mutateAsync: update } = useUpdateLogin();
  const { mutateAsync: remove } = useDeleteLogin();
  const { data, error, isFetching, refetch } = useQuery(siteLoginsQuery(siteId, state.query));
  const editor = useEditing(readLogin, fail);
  const { setOpen } = state;

  const askDelete = async (login: LoginDto) => {
    const body = 'Its secrets and its places in pools go. What it bought stays in the ledger under its name.';
    const question = { title: `Delete ${login.name}?`, body, confirmLabel: 'Delete login', danger: true };
    await ask(question, () => remove(login.id), `${login.name} deleted`);
  };
  const actionsOf = (login: LoginDto): RowAction[] => {
    const status = login.status === 'active' ? 'disabled' : 'active';
    return [
      { label: 'Edit', icon: SquarePen, onSelect: () => editor.open(login.id) },
      {
        label: status === 'disabled' ? 'Disable' : 'Enable',
        icon: status === 'disabled' ? Ban : Check,
        onSelect: () =>
          void attempt(() => update({ id: login.id, body: { status } }), `${login.name} is ${status}`),
      },
      { label: 'Delete', icon: Trash2, danger: true, onSelect: () => void askDelete(login) },
    ];
  };
  const shown = data?.rows.find(({ id }) => String(id) === state.open);
  const editing = adding ? newRow : editor.editing;
  const close = () => {
    editor.close();
    onAdded();
  };
  return (
    <>
      <ListPage
        noun="logins"
        state={state}
        columns={loginsColumns}
        rows={data?.rows}
        {...(data?.total == null ? {} : { total: data.total })}
        fetching={isFetching}
        problem={error ? toProblem(error) : null}
        onRefresh={() => void refetch()}
        filters={filters}
        backend={useListBackend('logins', `/api/sites/${siteId}/logins`, state.query)}
        searchPlaceholder="Name, e-mail, supporter id"
        searchWidth={220}
        empty={{ sentence: 'No logins yet. A login is an account at this site.', action: create }}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        stamp={({ updated_at }) => updated_at}
        onOpen={({ id }) => setOpen(id)}
        openKey={shown?.id ?? null}
        rowMenu={actionsOf}
        narrow={(login) => ({
          title: login.name,
          status: <StatusChip of="login" state={login.status} />,
          second: login.email,
          third: login.supporter_id ?? '–',
          end: login.status_msg,
        })}
        drawer={
          shown ? (
            <LoginDrawer
              key={shown.id}
              login={shown}
              onEdit={() => editor.open(shown.id)}
              onClose={() => setOpen(null)}
            />
          ) : null
        }
      />
      {editing ? (
        <LoginForm
          key={editing.key}
          siteId={siteId}
          editing={editing}
          onReload={editor.reload}
          onClose={close}
        />
      ) : null}
    </>
  );
}
