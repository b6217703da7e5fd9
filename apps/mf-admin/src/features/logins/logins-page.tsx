import type { LoginDto } from '@tessera/api';
import { Button } from '@mui/material';
import {
  ListPage,
  Page,
  StatusChip,
  toProblem,
  useConfirm,
  useListState,
  useSnackbar,
  type FilterDef,
  type RowAction,
} from '@tessera/ui';
import { useQuery } from '@tanstack/react-query';
import { Ban, Check, Plus, SquarePen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { SiteHead } from '../site-head';
import { useSite } from '../use-site';
import { LoginForm } from './login-form';
import { loginsColumns } from './logins-columns';
import { siteLoginsQuery, useDeleteLogin, useUpdateLogin } from './logins.api';

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

/** Logins of a site: accounts that tasks sign in with. */
export function LoginsPage() {
  const { siteId, site } = useSite();
  const state = useListState(useSearchParams(), { filters, sort: 'name' });
  const [editing, setEditing] = useState<LoginDto | 'new' | null>(null);
  const confirm = useConfirm();
  const snackbar = useSnackbar();
  const { mutateAsync: update } = useUpdateLogin();
  const { mutateAsync: remove } = useDeleteLogin();
  const { data, error, isFetching, refetch } = useQuery(siteLoginsQuery(siteId, state.query));

  const attempt = async (work: () => Promise<unknown>, said: string) => {
    try {
      await work();
      snackbar.show(said);
    } catch (failure) {
      snackbar.fail(toProblem(failure));
    }
  };
  const askDelete = async (login: LoginDto) => {
    const body = 'Its secrets and its places in pools go. What it bought stays in the ledger under its name.';
    if (
      !(await confirm({ title: `Delete ${login.name}?`, body, confirmLabel: 'Delete login', danger: true }))
    )
      return;
    await attempt(() => remove(login.id), `${login.name} deleted`);
  };
  const actionsOf = (login: LoginDto): RowAction[] => {
    const status = login.status === 'active' ? 'disabled' : 'active';
    return [
      { label: 'Edit', icon: SquarePen, onSelect: () => setEditing(login) },
      {
        label: status === 'disabled' ? 'Disable' : 'Enable',
        icon: status === 'disabled' ? Ban : Check,
        onSelect: () =>
          void attempt(() => update({ id: login.id, body: { status } }), `${login.name} is ${status}`),
      },
      { label: 'Delete', icon: Trash2, danger: true, onSelect: () => void askDelete(login) },
    ];
  };
  const create = (
    <Button variant="contained" startIcon={<Plus size={16} aria-hidden />} onClick={() => setEditing('new')}>
      New login
    </Button>
  );
  return (
    <Page>
      <SiteHead title="Logins" site={site} actions={create} />
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
        searchPlaceholder="Name, e-mail, supporter id"
        searchWidth={220}
        empty={{ sentence: 'No logins yet. A login is an account at this site.', action: create }}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        stamp={({ updated_at }) => updated_at}
        onOpen={setEditing}
        rowMenu={actionsOf}
        narrow={(login) => ({
          title: login.name,
          status: <StatusChip of="login" state={login.status} />,
          second: login.email,
          third: login.supporter_id ?? '–',
          end: login.status_msg,
        })}
      />
      {editing ? (
        <LoginForm
          siteId={siteId}
          login={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </Page>
  );
}
