import { useCan, useEditing, useMayWrite, type LoginDto, useListBackend } from '@tessera/api';
import { StatusChip, describeError, useAction } from '@tessera/ui';
import type { RowAction } from '@tessera/data-table';
import { ListPage, useListState } from '@tessera/data-table/list-page';
import { useQuery } from '@tanstack/react-query';
import { Ban, Check, Link, SquarePen, Trash2 } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from '@tessera/federation/router';
import { accountStatuses, realmFilter, statusFilter } from '../../filters/filters';
import { realmChoicesQuery } from '../../lookups/choices.api';
import { inUse, readImpact } from '../../switching/impact';
import { useSwitchOff } from '../../switching/use-switch-off';
import { useTexts } from '../../texts';
import { LoginDrawer } from './login-drawer';
import { LoginForm } from './login-form';
import { loginsColumns } from './logins-columns';
import { readLogin, siteLoginsQuery, useDeleteLogin, useUpdateLogin } from './logins.api';

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
  const t = useTexts();
  const isAdmin = useCan('admin', 'all');
  const { data: realms } = useQuery({ ...realmChoicesQuery(), enabled: isAdmin });
  const filters = useMemo(
    () => [
      statusFilter(t, [...accountStatuses(t), { value: 'failed', label: t('logins.failed') }]),
      ...(isAdmin ? [realmFilter(t, realms)] : []),
    ],
    [isAdmin, realms, t],
  );
  const columns = useMemo(() => {
    const names = new Map(realms?.map(({ id, name }) => [id, name]));
    return loginsColumns(t, isAdmin ? names : null);
  }, [isAdmin, realms, t]);
  const navigate = useNavigate();
  const state = useListState(useSearchParams(), { filters, sort: 'name' });
  const { previewAndRun, showError } = useAction();
  const { switchOff, switchOn } = useSwitchOff();
  const { mutateAsync: update } = useUpdateLogin();
  const { mutateAsync: remove } = useDeleteLogin();
  const { data, error, isFetching, refetch } = useQuery(siteLoginsQuery(siteId, state.query));
  const editor = useEditing(readLogin, showError);
  const { setOpen } = state;
  const blocked = useMayWrite() ? undefined : t('words.needsWrite');
  const write = blocked === undefined ? {} : { disabled: blocked };

  const askDelete = async (login: LoginDto) => {
    const question = {
      title: t('words.deleteNamed', { name: login.name }),
      body: t('logins.deleteBody'),
      confirmLabel: t('logins.deleteConfirm'),
      danger: true,
    };
    await previewAndRun({
      ...question,
      preview: () => readImpact('login', login.id),
      question: ({ tasks, held_seats }) => {
        const uses = inUse(t, { unfinished_tasks: tasks, live_holds: held_seats });
        return { ...question, ...(uses === undefined ? {} : { blocked: uses }) };
      },
      work: () => remove(login.id),
      message: t('words.deleted', { name: login.name }),
    });
  };
  const actionsOf = (login: LoginDto): RowAction[] => {
    const { id, name, status } = login;
    const what = { kind: 'login', id, name } as const;
    const set = (to: LoginDto['status']) => () => update({ id, body: { status: to } });
    const switching: RowAction =
      status === 'active'
        ? {
            label: t('words.disable'),
            icon: Ban,
            onSelect: () => void switchOff(what, set('disabled'), set('active')),
          }
        : { label: t('words.enable'), icon: Check, onSelect: () => void switchOn(what, set('active')) };
    return [
      { label: t('words.edit'), icon: SquarePen, onSelect: () => editor.open(login.id), ...write },
      {
        label: t('logins.queueLinks'),
        icon: Link,
        onSelect: () => void navigate(`/queueitlinks?q=${encodeURIComponent(login.email)}`),
      },
      { ...switching, ...write },
      {
        label: t('words.delete'),
        icon: Trash2,
        danger: true,
        onSelect: () => void askDelete(login),
        ...write,
      },
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
        noun={t('logins.noun')}
        state={state}
        columns={columns}
        rows={data?.rows}
        {...(data?.total == null ? {} : { total: data.total })}
        fetching={isFetching}
        error={error ? describeError(error) : null}
        onRefresh={() => void refetch()}
        filters={filters}
        backend={useListBackend('logins', `/api/sites/${siteId}/logins`, state.query)}
        searchPlaceholder={t('logins.search')}
        searchWidth={220}
        empty={{ sentence: t('logins.empty'), action: create }}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        versionOf={({ updated_at }) => updated_at}
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
              blocked={blocked}
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
