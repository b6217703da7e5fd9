import { useQuery } from '@tanstack/react-query';
import { Button } from '@mui/material';
import { useCan, useLive, type LinkDto, useListBackend } from '@tessera/api';
import {
  ListPage,
  Page,
  PageHeader,
  states,
  toProblem,
  useAction,
  useListState,
  usePageActions,
  type FilterDef,
  type RowAction,
} from '@tessera/ui';
import { Pencil, Plus, Trash2, Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { sitesQuery } from '../../lookups/lookups.api';
import { optionsOf, siteName } from '../../lookups/options';
import { linkColumns, linkNarrow } from './link-columns';
import { EditLink, NewLink } from './link-form';
import { linksQuery, useDeleteLink, useRestoreLink, useUpdateLink } from './links.api';

const readsOnly = 'You need the permission write:own';
const statuses = Object.entries(states.link)
  .filter(([value]) => value !== 'ends_soon')
  .map(([value, { word }]) => ({ value, label: word }));

/** What can be done to a queue place. */
function useLinkActions(mayWrite: boolean, onEdit: (link: LinkDto) => void): (link: LinkDto) => RowAction[] {
  const { attempt, ask, undoable } = useAction();
  const { mutateAsync: remove } = useDeleteLink();
  const { mutateAsync: restore } = useRestoreLink();
  const { mutateAsync: update } = useUpdateLink();
  const askDelete = async (link: LinkDto) => {
    const question = {
      title: 'Delete this queue place?',
      body: `The place of ${link.login_name} for ${link.event_name} goes. You can undo it for a moment.`,
      confirmLabel: 'Delete queue place',
      danger: true,
    };
    const back = { restore: () => restore(link.id), said: 'Queue place is back' };
    await ask(question, () => remove(link.id), undoable('Queue place deleted', back));
  };
  const release = (link: LinkDto) =>
    attempt(
      () => update({ id: link.id, change: { assigned_to_task_ids: [] }, etag: null }),
      'Tasks released',
    );
  const forbidden = mayWrite ? undefined : readsOnly;
  return (link) => [
    { label: 'Edit and assign', icon: Pencil, onSelect: () => onEdit(link), disabled: forbidden },
    {
      label: 'Release its tasks',
      icon: Undo2,
      onSelect: () => void release(link),
      disabled: forbidden ?? (link.assigned_to_task_ids.length === 0 ? 'It serves no task' : undefined),
    },
    {
      label: 'Delete',
      icon: Trash2,
      onSelect: () => void askDelete(link),
      danger: true,
      disabled: forbidden,
    },
  ];
}

/** Queue-it links: the queue places of logins, stored and shown. */
export function LinksPage() {
  const mayWrite = useCan('write');
  const { data: sites } = useQuery(sitesQuery());
  const filters = useMemo<readonly FilterDef[]>(
    () => [
      { field: 'status', label: 'Status', kind: 'choice', options: statuses },
      { field: 'site_id', label: 'Site', kind: 'choice', options: optionsOf(sites, null, siteName) },
    ],
    [sites],
  );
  const state = useListState(useSearchParams(), { filters, sort: '-created_at', pageSize: 20 });
  const isLive = useLive().status === 'live';
  const links = useQuery({ ...linksQuery(state.query), refetchInterval: isLive ? false : 10_000 });
  const [adding, setAdding] = useState(false);
  const [editing, setEditing] = useState<LinkDto | null>(null);
  const actions = useLinkActions(mayWrite, setEditing);
  usePageActions([
    {
      label: 'Add a link',
      icon: Plus,
      run: () => setAdding(true),
      disabled: mayWrite ? undefined : readsOnly,
    },
  ]);
  const addButton = (
    <Button
      variant="contained"
      startIcon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
      onClick={() => setAdding(true)}
      disabled={!mayWrite}
      title={mayWrite ? undefined : readsOnly}
    >
      Add a link
    </Button>
  );
  return (
    <Page>
      <PageHeader title="Queue-it links" actions={addButton} />
      <ListPage
        noun="links"
        state={state}
        columns={linkColumns}
        rows={links.data?.rows}
        total={links.data?.total ?? undefined}
        fetching={links.isFetching}
        problem={links.error ? toProblem(links.error) : null}
        onRefresh={() => void links.refetch()}
        filters={filters}
        backend={useListBackend('links', '/api/queueitlinks', state.query)}
        empty={{
          sentence:
            'No queue places yet. One is added for a login and an event, and serves that login’s tasks.',
          action: mayWrite ? addButton : undefined,
        }}
        keyOf={(link) => link.id}
        nameOf={(link) => `${link.login_name}, ${link.event_name}`}
        stamp={(link) => link.updated_at}
        narrow={linkNarrow}
        rowMenu={actions}
        onOpen={mayWrite ? setEditing : undefined}
      />
      {adding ? <NewLink onClose={() => setAdding(false)} /> : null}
      {editing ? <EditLink id={editing.id} onClose={() => setEditing(null)} /> : null}
    </Page>
  );
}
