import { useQuery } from '@tanstack/react-query';
import { Ban, Check, Link, ShieldCheck, SquarePen, Trash2 } from 'lucide-react';
import { type ReactNode, useCallback, useMemo } from 'react';
import { type LoginDto, useCan, useEditing, useListBackend, useMayAct, useMayWrite } from '@tessera/api';
import type { RowAction } from '@tessera/data-table';
import { ListPage, toListProps, useListState, useSelection } from '@tessera/data-table/list-page';
import { useNavigate, useSearchParams } from '@tessera/federation/router';
import { StatusChip, useAction } from '@tessera/ui';
import { createAccountStatusOptions } from '../../accounts/account-filters';
import { realmChoicesQuery } from '../../lookups/choices.api';
import { createRealmFilter, createStatusFilter } from '../../lookups/filters';
import { describeUses, fetchImpact } from '../../switching/impact';
import { useSwitchOff } from '../../switching/use-switch-off';
import { useTexts } from '../../texts';
import { CheckBulkBar } from './checks/check-bulk-bar';
import { CheckBadge, checkStates } from './checks/last-check';
import { useCheckCommands } from './checks/use-check-commands';
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
      {
        kind: 'choice' as const,
        field: 'check',
        label: t('loginChecks.column'),
        options: checkStates.map((value) => ({ value, label: t(`loginChecks.states.${value}`) })),
      },
      ...(isAdmin ? [createRealmFilter(t, realms)] : []),
    ],
    [isAdmin, realms, t],
  );
  const mayWrite = useMayWrite();
  const mayCheck = useMayAct('launch');
  const navigate = useNavigate();
  const state = useListState(useSearchParams(), { filters, sort: 'name' });
  const { previewAndRun, showError } = useAction();
  const { switchOff, switchOn } = useSwitchOff();
  const { mutateAsync: update } = useUpdateLogin();
  const { mutateAsync: remove } = useDeleteLogin();
  const checks = useCheckCommands(siteId);
  const selection = useSelection();
  const setStatus = useCallback(
    ({ id }: LoginDto, status: LoginDto['status']) =>
      () =>
        update({ id, body: { status } }),
    [update],
  );
  const disable = useCallback(
    (login: LoginDto) =>
      void switchOff(
        { kind: 'login', id: login.id, name: login.name },
        setStatus(login, 'disabled'),
        setStatus(login, login.status),
      ),
    [setStatus, switchOff],
  );
  const columns = useMemo(() => {
    const names = new Map(realms?.map(({ id, name }) => [id, name]));
    return createLoginColumns(t, isAdmin ? names : null, mayWrite ? disable : undefined);
  }, [disable, isAdmin, mayWrite, realms, t]);
  const logins = useQuery(siteLoginsQuery(siteId, state.query));
  const editor = useEditing(fetchLogin, showError);
  const { setOpen } = state;
  const disabledReason = mayWrite ? undefined : t('words.needsWrite');
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
    const switchAction: RowAction =
      status === 'active'
        ? { label: t('words.disable'), icon: Ban, onSelect: () => disable(login) }
        : {
            label: t('words.enable'),
            icon: Check,
            onSelect: () => void switchOn({ kind: 'login', id, name }, setStatus(login, 'active')),
          };
    return [
      { label: t('words.edit'), icon: SquarePen, onSelect: () => editor.open(login.id), ...write },
      {
        label: t('logins.queueLinks'),
        icon: Link,
        onSelect: () => void navigate(`/queueitlinks?q=${encodeURIComponent(login.email)}`),
      },
      {
        label: t('loginChecks.check'),
        icon: ShieldCheck,
        onSelect: () => void checks.check([id]),
        ...(mayCheck ? {} : { disabled: t('words.needsWrite') }),
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
        selection={mayCheck ? selection : undefined}
        bulkBar={
          mayCheck ? (
            <CheckBulkBar rows={logins.data?.rows ?? []} selection={selection} commands={checks} />
          ) : null
        }
        narrow={(login) => ({
          title: login.name,
          status: <StatusChip of="login" state={login.status} />,
          second: login.email,
          third: login.last_check ? (
            <CheckBadge state={login.last_check.state} />
          ) : (
            (login.supporter_id ?? '–')
          ),
          end: login.status_msg,
        })}
        drawer={
          openLogin ? (
            <LoginDrawer
              key={openLogin.id}
              login={openLogin}
              disabledReason={disabledReason}
              onEdit={() => editor.open(openLogin.id)}
              onDisable={mayWrite ? () => disable(openLogin) : undefined}
              onCheck={mayCheck ? () => void checks.check([openLogin.id]) : undefined}
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
