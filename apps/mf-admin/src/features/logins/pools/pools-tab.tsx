import { useQuery } from '@tanstack/react-query';
import { ListOrdered, SquarePen, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { type PoolDto, useCan, useEditing, useListBackend, useMayWrite } from '@tessera/api';
import type { RowAction } from '@tessera/data-table';
import { ListPage, toListProps, useListState } from '@tessera/data-table/list-page';
import { useSearchParams } from '@tessera/federation/router';
import { useAction } from '@tessera/ui';
import { realmChoicesQuery } from '../../../lookups/choices.api';
import { createRealmFilter } from '../../../lookups/filters';
import { useTexts } from '../../../texts';
import type { LoginsTabProps } from '../logins-tab';
import { PoolDrawer } from './pool-drawer';
import { PoolForm } from './pool-form';
import { fetchPool, POOL_PAGE_SIZE, sitePoolsQuery, useDeletePool, useRestorePool } from './pools.api';
import { createPoolColumns, formatFirstMembers } from './pools-columns';

const newPool = { row: null, etag: null, key: 0 };

/** Pools of a site's logins; the drawer shows a pool's members in order. */
export function PoolsTab({ siteId, isAdding, onAdded, createButton }: LoginsTabProps) {
  const t = useTexts();
  const columns = useMemo(() => createPoolColumns(t), [t]);
  const isAdmin = useCan('admin', 'all');
  const { data: realms } = useQuery({ ...realmChoicesQuery(), enabled: isAdmin });
  const filters = useMemo(() => (isAdmin ? [createRealmFilter(t, realms)] : []), [isAdmin, realms, t]);
  const state = useListState(useSearchParams(), { filters, sort: 'name', pageSize: POOL_PAGE_SIZE });
  const { confirmAndRun, withUndo, showError } = useAction();
  const { mutateAsync: remove } = useDeletePool();
  const { mutateAsync: restore } = useRestorePool();
  const pools = useQuery(sitePoolsQuery(siteId, state.query));
  const editor = useEditing(fetchPool, showError);
  const { setOpen } = state;
  const write = useMayWrite() ? {} : { disabled: t('words.needsWrite') };

  const askDelete = async ({ id, name }: PoolDto) => {
    const question = {
      title: t('words.deleteNamed', { name }),
      body: t('pools.deleteBody'),
      confirmLabel: t('pools.deleteConfirm'),
      danger: true,
    };
    const back = { restore: () => restore(id), message: t('pools.restored', { name }) };
    await confirmAndRun(question, () => remove(id), withUndo(t('words.deleted', { name }), back));
  };
  const rowActions = (pool: PoolDto): RowAction[] => [
    { label: t('pools.members'), icon: ListOrdered, onSelect: () => setOpen(pool.id) },
    { label: t('pools.rename'), icon: SquarePen, onSelect: () => editor.open(pool.id), ...write },
    { label: t('words.delete'), icon: Trash2, danger: true, onSelect: () => void askDelete(pool), ...write },
  ];
  const openPool = pools.data?.rows.find(({ id }) => String(id) === state.open);
  const editing = isAdding ? newPool : editor.editing;
  const close = () => {
    editor.close();
    onAdded();
  };
  return (
    <>
      <ListPage
        noun={t('pools.noun')}
        state={state}
        columns={columns}
        {...toListProps(pools)}
        filters={filters}
        backend={useListBackend('pools', '/api/pools', { ...state.query, site_id: String(siteId) })}
        searchPlaceholder={t('words.name')}
        empty={{ sentence: t('pools.empty'), action: createButton }}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        versionOf={({ updated_at }) => updated_at}
        onOpen={({ id }) => setOpen(id)}
        openKey={openPool?.id ?? null}
        rowMenu={rowActions}
        narrow={(pool) => ({
          title: pool.name,
          second: formatFirstMembers(t, pool),
          end: t('pools.memberCount', { count: pool.members.length }),
        })}
        drawer={
          openPool ? <PoolDrawer key={openPool.id} pool={openPool} onClose={() => setOpen(null)} /> : null
        }
      />
      {editing ? (
        <PoolForm
          key={editing.key}
          siteId={siteId}
          editing={editing}
          onReload={editor.reload}
          onCreated={({ id }) => setOpen(id)}
          onClose={close}
        />
      ) : null}
    </>
  );
}
