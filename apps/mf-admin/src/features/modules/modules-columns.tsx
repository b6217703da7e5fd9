import type { LoadFigures, ModuleSettingsDto } from '@tessera/api';
import type { Column } from '@tessera/data-table';
import { Instant, StatusChip } from '@tessera/ui';
import type { AdminTexts } from '../../texts';
import { formatLoadTime, formatShare } from './figures';
import { moduleState, newestRelease, servedRelease, stableRelease } from './module-state';

const noStats: LoadFigures = { loads: 0, errors: 0, error_rate: null, p50_ms: null, p95_ms: null };

/** The figures of the release that most users get. */
export const servedStats = (module: ModuleSettingsDto): LoadFigures =>
  servedRelease(module)?.stats ?? noStats;

/** The version that users get; one that is only a canary is named as such. */
export function formatServed(t: AdminTexts, module: ModuleSettingsDto): string {
  const served = servedRelease(module);
  if (!served) return '–';
  return stableRelease(module) ? served.version : t('modules.onlyCanary', { version: served.version });
}

/** "0.14% errors, p95 840 ms" */
export const formatFigures = (t: AdminTexts, stats: LoadFigures): string =>
  stats.loads === 0
    ? t('modules.noLoads')
    : t('modules.figures', { rate: formatShare(stats.error_rate), time: formatLoadTime(stats.p95_ms) });

/** The columns of the list of modules. */
export const createModuleColumns = (t: AdminTexts): Column<ModuleSettingsDto>[] => [
  {
    id: 'name',
    header: t('modules.module'),
    sortKey: 'name',
    fixed: true,
    strong: true,
    minWidth: 140,
    cell: ({ title }) => title,
  },
  {
    id: 'owner',
    header: t('modules.owner'),
    hidden: 'tight',
    minWidth: 120,
    quiet: true,
    cell: ({ owner }) => owner ?? '–',
  },
  {
    id: 'state',
    header: t('modules.state'),
    width: 200,
    cell: (module) => <StatusChip of="module" state={moduleState(module)} />,
  },
  {
    id: 'stable',
    header: t('modules.stable'),
    minWidth: 132,
    cell: (module) => formatServed(t, module),
  },
  {
    id: 'newest',
    hidden: 'tight',
    header: t('modules.newest'),
    minWidth: 132,
    quiet: true,
    cell: (module) => newestRelease(module)?.version ?? '–',
  },
  {
    id: 'errors',
    header: t('modules.errorRate'),
    width: 116,
    align: 'right',
    cell: (module) => formatShare(servedStats(module).error_rate),
  },
  {
    id: 'p95',
    header: t('modules.loadTime'),
    width: 124,
    align: 'right',
    cell: (module) => formatLoadTime(servedStats(module).p95_ms),
  },
  {
    id: 'changed',
    hidden: 'tight',
    header: t('modules.changed'),
    sortKey: 'updated_at',
    width: 148,
    quiet: true,
    cell: ({ updated_at }) => <Instant value={updated_at} />,
  },
];
