import { useQuery } from '@tanstack/react-query';
import { Ban, Check, Link, SquarePen, Trash2 } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { type LoginDto, useCan, useEditing, useListBackend, useMayWrite } from '@tessera/api';
import type { RowAction } from '@tessera/data-table';
import { ListPage, toListProps, useListState } from '@tessera/data-table/list-page';
import { useNavigate, useSearchParams } from '@tessera/federation/router';
import { StatusChip, useAction } from '@tessera/ui';
import { createAccountStatusOptions } from '../../accounts/account-filters';
import { realmChoicesQuery } from '../../lookups/choices.api';
import { createRealmFilter, createStatusFilter } from '../../lookups/filters';
import { describeUses, fetchImpact } from '../../switching/impact';
import { useSwitchOff } from '../../switching/use-switch-off';
import { useTexts } from '../../texts';
import { LoginDrawer } from './login-drawer';
import { LoginForm } from './login-form';
import { fetchLogin, siteLoginsQuery, useDeleteLogin, useUpdateLogin } from './logins.api';
import { createLoginColumns } from './logins-columns';

const newLogin = { row: null, etag: null, key: 0 };

export interface LoginsTabProps {
  siteId: number;
  /** Whether the form of a new login is open. The button is in the page header. */
  isAdding: boolean;
  onAdded: () => void;
  /** The button for the empty state. */
  createButton: ReactNode;
}

/** Logins of a site: the accounts that tasks sign in with. */
export function LoginsTab({ siteId, isAdding, onAdded, createButton }: LoginsTabProps) {
  const t = useTexts();
  const isAdmin = useCan('admin', 'all');
  const { data: realms } = useQuery({ ...realmChoicesQuery(), enabled: isAdmin });
  const filters = useMemo(
    () => [
      createStatusFilter(t, [
        ...createAccountStatusOptions(t),
        { value: 'failed', label: t('logins.failed') },
      ]),
      ...(isAdmin ? [createRealmFilter(t, realms)] : []),
    ],
    [isAdmin, realms, t],
  );
  const columns = useMemo(() => {
    const names = new Map(realms?.map(({ id, name }) => [id, name]));
    return createLoginColumns(t, isAdmin ? names : null);
  }, [isAdmin, realms, t]);
  const navigate = useNavigate();
  const state = useListState(useSearchParams(), { filters, sort: 'name' });
  const { previewAndRun, showError } = useAction();
  const { switchOff, switchOn } = useSwitchOff();
  const { mutateAsync: update } = useUpdateLogin();
  const { mutateAsync: remove } = useDeleteLogin();
  const logins = useQuery(siteLoginsQuery(siteId, state.query));
  const editor = useEditing(fetchLogin, showError);
  const { setOpen } = state;
  const disabledReason = useMayWrite() ? undefined : t('words.needsWrite');
  const write = disabledReason === undefined ? {} : { disabled: disabledReason };

  const askDelete = async (login: LoginDto) => {
    const question = {
      title: t('words.deleteNamed', { name: login.name }),
      body: t('logins.deleteBody'),
      confirmLabel: t('logins.deleteConfirm'),
      danger: true,
    };
    await previewAndRun({
      ...question,
      preview: () => fetchImpact('login', login.id),
      question: ({ tasks, held_seats }) => {
        const uses = describeUses(t, { unfinished_tasks: tasks, live_holds: held_seats });
        return { ...question, blocked: uses };
      },
      work: () => remove(login.id),
      message: t('words.deleted', { name: login.name }),
    });
  };
  const rowActions = (login: LoginDto): RowAction[] => {
    const { id, name, status } = login;
    const target = { kind: 'login', id, name } as const;
    const setStatus = (to: LoginDto['status']) => () => update({ id, body: { status: to } });
    const switchAction: RowAction =
      status === 'active'
        ? {
            label: t('words.disable'),
            icon: Ban,
            onSelect: () => void switchOff(target, setStatus('disabled'), setStatus('active')),
          }
        : {
            label: t('words.enable'),
            icon: Check,
            onSelect: () => void switchOn(target, setStatus('active')),
          };
    return [
      { label: t('words.edit'), icon: SquarePen, onSelect: () => editor.open(login.id), ...write },
      {
        label: t('logins.queueLinks'),
        icon: Link,
        onSelect: () => void navigate(`/queueitlinks?q=${encodeURIComponent(login.email)}`),
      },
      { ...switchAction, ...write },
      {
        label: t('words.delete'),
        icon: Trash2,
        danger: true,
        onSelect: () => void askDelete(login),
        ...write,
      },
    ];
  };
  const openLogin = logins.data?.rows.find(({ id }) => String(id) === state.open);
  const editing = isAdding ? newLogin : editor.editing;
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
        {...toListProps(logins)}
        filters={filters}
        backend={useListBackend('logins', `/api/sites/${siteId}/logins`, state.query)}
        searchPlaceholder={t('logins.search')}
        searchWidth={220}
        empty={{ sentence: t('logins.empty'), action: createButton }}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        versionOf={({ updated_at }) => updated_at}
        onOpen={({ id }) => setOpen(id)}
        openKey={openLogin?.id ?? null}
        rowMenu={rowActions}
        narrow={(login) => ({
          title: login.name,
          status: <StatusChip of="login" state={login.status} />,
          second: login.email,
          third: login.supporter_id ?? '–',
          end: login.status_msg,
        })}
        drawer={
          openLogin ? (
            <LoginDrawer
              key={openLogin.id}
              login={openLogin}
              disabledReason={disabledReason}
              onEdit={() => editor.open(openLogin.id)}
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
