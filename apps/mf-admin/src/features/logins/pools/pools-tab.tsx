import { useEditing, type PoolDto, useListBackend } from '@tessera/api';
import { ListPage, toProblem, useAction, useListState, type RowAction } from '@tessera/ui';
import { useQuery } from '@tanstack/react-query';
import { ListOrdered, SquarePen, Trash2 } from 'lucide-react';
import { useSearchParams } from 'react-router';
import type { LoginsTabProps } from '../logins-tab';
import { PoolDrawer } from './pool-drawer';
import { PoolForm } from './pool-form';
import { firstMembers, poolsColumns } from './pools-columns';
import { POOL_PAGE_SIZE, readPool, sitePoolsQuery, useDeletePool, useRestorePool } from './pools.api';

const newRow = { row: null, etag: null, key: 0 };

/** Pools of a site's logins, 10 a page; one is open in the drawer with its members in order. */
export function PoolsTab({ siteId, adding, onAdded, create }: LoginsTabProps) {
  const state = useListState(useSearchParams(), { sort: 'name', pageSize: POOL_PAGE_SIZE });
  const { ask, undoable, fail } = useAction();
  const { mutateAsync: remove } = useDeletePool();
  const { mutateAsync: restore } = useRestorePool();
  const { data, error, isFetching, refetch } = useQuery(sitePoolsQuery(siteId, state.query));
  const editor = useEditing(readPool, fail);
  const { setOpen } = state;

  const askDelete = async ({ id, name }: PoolDto) => {
    const body = 'Its logins stay. Templates and jobs that were launched with it keep their plans.';
    const question = { title: `Delete ${name}?`, body, confirmLabel: 'Delete pool', danger: true };
    const back = { restore: () => restore(id), said: `${name} is back` };
    await ask(question, () => remove(id), undoable(`${name} deleted`, back));
  };
  const actionsOf = (pool: PoolDto): RowAction[] => [
    { label: 'Members', icon: ListOrdered, onSelect: () => setOpen(pool.id) },
    { label: 'Rename', icon: SquarePen, onSelect: () => editor.open(pool.id) },
    { label: 'Delete', icon: Trash2, danger: true, onSelect: () => void askDelete(pool) },
  ];
  const shown = data?.rows.find(({ id }) => String(id) === state.open);
  const editing = adding ? newRow : editor.editing;
  const close = () => {
    editor.close();
    onAdded();
  };
  return (
    <>
      <ListPage
        noun="pools"
        state={state}
        columns={poolsColumns}
        rows={data?.rows}
        {...(data?.total == null ? {} : { total: data.total })}
        fetching={isFetching}
        problem={error ? toProblem(error) : null}
        onRefresh={() => void refetch()}
        backend={useListBackend('pools', '/api/pools', { ...state.query, site_id: String(siteId) })}
        searchPlaceholder="Name"
        empty={{ sentence: 'No pools yet. A pool is a set of logins that serve in order.', action: create }}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        stamp={({ updated_at }) => updated_at}
        onOpen={({ id }) => setOpen(id)}
        openKey={shown?.id ?? null}
        rowMenu={actionsOf}
        narrow={(pool) => ({
          title: pool.name,
          second: firstMembers(pool),
          end: pool.members.length === 1 ? '1 member' : `${pool.members.length} members`,
        })}
        drawer={shown ? <PoolDrawer key={shown.id} pool={shown} onClose={() => setOpen(null)} /> : null}
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
