import { useQuery } from '@tanstack/react-query';
import { SquarePen } from 'lucide-react';
import { useMemo } from 'react';
import { type ModuleSettingsDto, useEditing, useListBackend } from '@tessera/api';
import type { Column } from '@tessera/data-table';
import { ListPage, useListState } from '@tessera/data-table/list-page';
import { useSearchParams } from '@tessera/federation/router';
import { describeError, Instant, Page, PageHeader, StatusChip, useAction } from '@tessera/ui';
import { ModuleForm } from './module-form';
import { fetchModule, modulesQuery } from './modules.api';
import { type ModulesTexts, useTexts } from './texts';

const stableVersion = ({ releases, stable_release_id }: ModuleSettingsDto): string =>
  releases.find(({ id }) => id === stable_release_id)?.version ?? '–';

/** Off, canary (has canaries), rolled back (stable isn't the newest release), or stable. */
const moduleState = ({ enabled, canaries, releases, stable_release_id }: ModuleSettingsDto): string => {
  if (!enabled) return 'off';
  if (canaries.length > 0) return 'canary';
  return releases[0] && releases[0].id !== stable_release_id ? 'rolled_back' : 'stable';
};

const formatCanaries = (t: ModulesTexts, { canaries }: ModuleSettingsDto): string =>
  canaries.length === 0 ? t('modules.none') : t('modules.canaryCount', { count: canaries.length });

const createColumns = (t: ModulesTexts): Column<ModuleSettingsDto>[] => [
  {
    id: 'name',
    header: t('modules.name'),
    sortKey: 'name',
    fixed: true,
    strong: true,
    minWidth: 140,
    cell: ({ title }) => title,
  },
  {
    id: 'state',
    header: t('modules.state'),
    width: 124,
    cell: (module) => <StatusChip of="module" state={moduleState(module)} />,
  },
  { id: 'runs', header: t('modules.stable'), minWidth: 140, cell: stableVersion },
  {
    id: 'newest',
    header: t('modules.newest'),
    minWidth: 140,
    quiet: true,
    cell: ({ releases }) => releases[0]?.version ?? '–',
  },
  { id: 'canaries', header: t('modules.canaries'), width: 96, cell: (module) => formatCanaries(t, module) },
  {
    id: 'changed',
    header: t('modules.changed'),
    sortKey: 'updated_at',
    width: 132,
    quiet: true,
    cell: ({ updated_at }) => <Instant value={updated_at} />,
  },
];

/** /modules: the releases of each module, with canaries and rollback. For administrators. */
export function ModulesPage() {
  const t = useTexts();
  const state = useListState(useSearchParams(), { filters: [], sort: 'name' });
  const { showError } = useAction();
  const editor = useEditing(fetchModule, showError);
  const { data, error, isFetching, refetch } = useQuery(modulesQuery(state.query));
  const columns = useMemo(() => createColumns(t), [t]);
  const row = editor.editing?.row;
  return (
    <Page>
      <PageHeader title={t('modules.title')} />
      <ListPage<ModuleSettingsDto>
        noun={t('modules.noun')}
        state={state}
        columns={columns}
        rows={data?.rows}
        {...(data?.total == null ? {} : { total: data.total })}
        fetching={isFetching}
        error={error ? describeError(error) : null}
        onRefresh={() => void refetch()}
        backend={useListBackend('modules', '/api/modules/settings', state.query)}
        empty={{ sentence: t('modules.empty') }}
        keyOf={({ id }) => id}
        nameOf={({ title }) => title}
        versionOf={({ updated_at }) => updated_at}
        onOpen={({ id }) => editor.open(id)}
        rowMenu={({ id }) => [{ label: t('modules.edit'), icon: SquarePen, onSelect: () => editor.open(id) }]}
        narrow={(module) => ({
          title: module.title,
          status: <StatusChip of="module" state={moduleState(module)} />,
          second: stableVersion(module),
          third: module.canaries.length === 0 ? t('modules.noCanaries') : formatCanaries(t, module),
          end: <Instant value={module.updated_at} />,
        })}
      />
      {editor.editing && row ? (
        <ModuleForm
          key={editor.editing.key}
          editing={{ ...editor.editing, row }}
          onReload={editor.reload}
          onClose={editor.close}
        />
      ) : null}
    </Page>
  );
}
