import { useQuery } from '@tanstack/react-query';
import { SquarePen, Trash2 } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { type ModulePublisherDto, useEditing, useListBackend } from '@tessera/api';
import type { Column } from '@tessera/data-table';
import { ListPage, toListProps, useListState } from '@tessera/data-table/list-page';
import { useSearchParams } from '@tessera/federation/router';
import { formatCount, Instant, useAction } from '@tessera/ui';
import { type AdminTexts, useTexts } from '../../../texts';
import { PublisherDrawer } from './publisher-drawer';
import { PublisherForm } from './publisher-form';
import { fetchPublisher, publishersQuery, useDeletePublisher } from './publishers.api';

const countActive = (credentials: readonly { revoked_at: string | null }[]): number =>
  credentials.filter(({ revoked_at }) => revoked_at === null).length;

const createColumns = (t: AdminTexts): Column<ModulePublisherDto>[] => [
  {
    id: 'name',
    header: t('publishers.name'),
    sortKey: 'name',
    fixed: true,
    strong: true,
    minWidth: 140,
    cell: ({ name }) => name,
  },
  {
    id: 'modules',
    header: t('publishers.modules'),
    minWidth: 180,
    cell: ({ modules }) => modules.join(', ') || '–',
  },
  {
    id: 'owner',
    header: t('publishers.owner'),
    minWidth: 140,
    quiet: true,
    cell: ({ owner_name }) => owner_name ?? '–',
  },
  {
    id: 'keys',
    header: t('publishers.keys.title'),
    width: 84,
    align: 'right',
    cell: ({ keys }) => formatCount(countActive(keys)),
  },
  {
    id: 'tokens',
    header: t('publishers.tokens.title'),
    width: 84,
    align: 'right',
    cell: ({ tokens }) => formatCount(countActive(tokens)),
  },
  {
    id: 'changed',
    header: t('modules.changed'),
    sortKey: 'updated_at',
    width: 148,
    quiet: true,
    cell: ({ updated_at }) => <Instant value={updated_at} />,
  },
];

const newPublisher = { row: null, etag: null, key: 0 };

interface PublishersTabProps {
  isAdding: boolean;
  onAdded: () => void;
  createButton: ReactNode;
}

/** The teams that publish modules, with their keys and tokens. */
export function PublishersTab({ isAdding, onAdded, createButton }: PublishersTabProps) {
  const t = useTexts();
  const state = useListState(useSearchParams(), { filters: [], sort: 'name' });
  const publishers = useQuery(publishersQuery(state.query));
  const columns = useMemo(() => createColumns(t), [t]);
  const { confirmAndRun, showError } = useAction();
  const { mutateAsync: remove } = useDeletePublisher();
  const editor = useEditing(fetchPublisher, showError);
  const opened = publishers.data?.rows.find(({ id }) => String(id) === state.open);
  const askDelete = ({ id, name, keys, tokens }: ModulePublisherDto) =>
    void confirmAndRun(
      {
        title: t('publishers.deleteTitle', { name }),
        body: t('publishers.deleteBody'),
        consequences: [
          { count: countActive(keys), text: t('publishers.keysEnd', { count: countActive(keys) }) },
          { count: countActive(tokens), text: t('publishers.tokensEnd', { count: countActive(tokens) }) },
        ].filter(({ count }) => count > 0),
        confirmLabel: t('publishers.deleteConfirm'),
        danger: true,
      },
      () => remove(id),
      t('publishers.deleted', { name }),
    );
  return (
    <>
      <ListPage<ModulePublisherDto>
        noun={t('publishers.noun')}
        state={state}
        columns={columns}
        {...toListProps(publishers)}
        backend={useListBackend('publishers', '/api/modules/publishers', state.query)}
        empty={{ sentence: t('publishers.empty'), action: createButton }}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        versionOf={({ updated_at }) => updated_at}
        openKey={state.open}
        onOpen={({ id }) => state.setOpen(id)}
        rowMenu={(publisher) => [
          { label: t('publishers.edit'), icon: SquarePen, onSelect: () => editor.open(publisher.id) },
          {
            label: t('publishers.delete'),
            icon: Trash2,
            danger: true,
            onSelect: () => askDelete(publisher),
          },
        ]}
        narrow={(publisher) => ({
          title: publisher.name,
          second: publisher.modules.join(', ') || '–',
          third: t('publishers.counts', {
            keys: formatCount(countActive(publisher.keys)),
            tokens: formatCount(countActive(publisher.tokens)),
          }),
        })}
        drawer={
          opened ? (
            <PublisherDrawer
              key={opened.id}
              publisher={opened}
              onEdit={() => editor.open(opened.id)}
              onClose={() => state.setOpen(null)}
            />
          ) : null
        }
      />
      {editor.editing ? (
        <PublisherForm
          key={editor.editing.key}
          editing={editor.editing}
          onReload={editor.reload}
          onClose={editor.close}
        />
      ) : null}
      {isAdding ? (
        <PublisherForm
          editing={newPublisher}
          onReload={onAdded}
          onClose={onAdded}
          onCreated={({ id }) => state.setOpen(id)}
        />
      ) : null}
    </>
  );
}
