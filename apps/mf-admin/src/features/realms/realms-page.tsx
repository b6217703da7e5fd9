import { useQuery } from '@tanstack/react-query';
import { Ban, Check, Plus, ShieldCheck, SquarePen, Trash2, Users, Webhook } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type RealmDto, useEditing, useListBackend } from '@tessera/api';
import type { RowAction } from '@tessera/data-table';
import { ListPage, toListProps, useListState } from '@tessera/data-table/list-page';
import { useNavigate, useSearchParams } from '@tessera/federation/router';
import { Page, PageHeader, StatusChip, useAction, usePageActions } from '@tessera/ui';
import { Button } from '@tessera/ui/mui';
import { createStatusFilter } from '../../lookups/filters';
import { RuleDialog } from '../../second-factor-rule/rule-dialog';
import { describeUses } from '../../switching/impact';
import { useSwitchOff } from '../../switching/use-switch-off';
import { type AdminTexts, useTexts } from '../../texts';
import { RealmForm } from './realm-form';
import { fetchRealm, realmsQuery, useDeleteRealm, useUpdateRealm } from './realms.api';
import { createRealmColumns } from './realms-columns';

const createFilters = (t: AdminTexts) => [
  createStatusFilter(t, [
    { value: 'active', label: t('words.active') },
    { value: 'suspended', label: t('realms.suspended') },
  ]),
];

/** Realms with their limits. For administrators. */
export function RealmsPage() {
  const t = useTexts();
  const filters = useMemo(() => createFilters(t), [t]);
  const columns = useMemo(() => createRealmColumns(t), [t]);
  const state = useListState(useSearchParams(), { filters, sort: 'name' });
  const navigate = useNavigate();
  const { confirmAndRun, showError } = useAction();
  const editor = useEditing(fetchRealm, showError);
  const { mutateAsync: remove } = useDeleteRealm();
  const { mutateAsync: update } = useUpdateRealm();
  const { switchOff, switchOn } = useSwitchOff();
  const realms = useQuery(realmsQuery(state.query));

  const askDelete = async (realm: { id: number; name: string }) => {
    const question = {
      title: t('realms.deleteTitle', { name: realm.name }),
      body: t('realms.deleteBody'),
      confirmLabel: t('realms.deleteConfirm'),
      danger: true,
    };
    const typed = { ...question, typeToConfirm: realm.name };
    await confirmAndRun(typed, () => remove(realm.id), t('words.deleted', { name: realm.name }));
  };
  const [ruled, setRuled] = useState<RealmDto | null>(null);
  const switchAction = ({ id, name, status }: RealmDto): RowAction => {
    const target = { kind: 'realm', id, name } as const;
    const setStatus = (to: RealmDto['status']) => () => update({ id, body: { status: to }, etag: null });
    return status === 'active'
      ? {
          label: t('switching.suspend'),
          icon: Ban,
          onSelect: () => void switchOff(target, setStatus('suspended'), setStatus('active')),
        }
      : {
          label: t('switching.activate'),
          icon: Check,
          onSelect: () => void switchOn(target, setStatus('active')),
        };
  };
  const deleting = (realm: RealmDto): RowAction => {
    const reason = describeUses(t, {
      users: realm.user_count,
      logins: realm.login_count,
      unfinished_tasks: realm.active_tasks,
    });
    return {
      label: t('words.delete'),
      icon: Trash2,
      danger: true,
      onSelect: () => void askDelete(realm),
      disabled: reason,
    };
  };
  usePageActions([{ label: t('realms.new'), icon: Plus, run: editor.openNew }]);
  const create = (
    <Button variant="contained" startIcon={<Plus size={16} aria-hidden />} onClick={editor.openNew}>
      {t('realms.new')}
    </Button>
  );
  return (
    <Page>
      <PageHeader title={t('realms.title')} actions={create} />
      <ListPage
        noun={t('realms.noun')}
        state={state}
        columns={columns}
        {...toListProps(realms)}
        filters={filters}
        backend={useListBackend('realms', '/api/realms', state.query)}
        searchPlaceholder={t('words.name')}
        empty={{
          sentence: t('realms.empty'),
          action: create,
        }}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        versionOf={({ updated_at }) => updated_at}
        onOpen={({ id }) => editor.open(id)}
        rowMenu={(realm) => [
          { label: t('words.edit'), icon: SquarePen, onSelect: () => editor.open(realm.id) },
          { label: t('secondFactorRule.open'), icon: ShieldCheck, onSelect: () => setRuled(realm) },
          {
            label: t('realms.usersOf'),
            icon: Users,
            onSelect: () => void navigate(`/users?realm_id=${realm.id}`),
          },
          {
            label: t('webhooks.title'),
            icon: Webhook,
            onSelect: () => void navigate(`/webhooks?realm_id=${realm.id}`),
          },
          switchAction(realm),
          deleting(realm),
        ]}
        narrow={(realm) => ({
          title: realm.name,
          status: <StatusChip of="account" state={realm.status} />,
          second: t('realms.tasksUse', { used: realm.active_tasks, limit: realm.max_tasks }),
          third: t('realms.loginsUse', { used: realm.login_count, limit: realm.max_logins }),
          end: t('realms.userCount', { count: realm.user_count }),
        })}
      />
      {ruled ? <RuleDialog realmId={ruled.id} name={ruled.name} onClose={() => setRuled(null)} /> : null}
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
