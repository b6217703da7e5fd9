import { FlaskConical, History, Rocket } from 'lucide-react';
import { useMemo } from 'react';
import type { ModuleReleaseDto, ModuleSettingsDto } from '@tessera/api';
import { type Column, DataTable, type RowAction } from '@tessera/data-table';
import { EmptyState, Instant, Panel, StatusChip, useElementWidth } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import { type AdminTexts, useTexts } from '../../texts';
import { formatLoadTime, formatShare, formatSize } from './figures';
import { isInUse, isUnapproved, releaseState, stableRelease } from './module-state';
import { formatFigures } from './modules-columns';
import { FirstRelease } from './modules-list';
import { shortReason } from './release-reason';
import type { ModuleActions } from './use-module-actions';

/** The width in px that the table needs for all of its columns. */
const fullWidth = 1070;
/** Below this width, in px, a row has three lines. */
const squeezedWidth = 800;

interface ReleasesPanelProps {
  module: ModuleSettingsDto;
  actions: ModuleActions;
  /** The version of the open release. */
  open: string | null;
  onOpen: (version: string) => void;
  onCanary: (releaseId: number) => void;
}

/** A release's state and, where there is something against it, the reason. */
function ReleaseState({ release }: { release: ModuleReleaseDto }) {
  const t = useTexts();
  const reason = shortReason(t, release);
  return (
    <>
      <StatusChip of="module" state={releaseState(release)} />
      {reason ? <span className="reason">{reason}</span> : null}
    </>
  );
}

/** Who published a release: "CI pipeline of Ticketing team". */
export const formatPublisher = (t: AdminTexts, { publisher, published_by }: ModuleReleaseDto): string =>
  publisher === null ? t('modules.releases.installation') : (published_by ?? publisher);

const createColumns = (t: AdminTexts): Column<ModuleReleaseDto>[] => [
  {
    id: 'version',
    header: t('modules.releases.version'),
    strong: true,
    minWidth: 140,
    cell: ({ version }) => version,
  },
  {
    id: 'state',
    header: t('modules.releases.state'),
    minWidth: 260,
    cell: (release) => <ReleaseState release={release} />,
  },
  {
    id: 'publisher',
    hidden: 'tight',
    header: t('modules.releases.publisher'),
    minWidth: 190,
    quiet: true,
    cell: (release) => formatPublisher(t, release),
  },
  {
    id: 'published',
    header: t('modules.releases.published'),
    width: 148,
    quiet: true,
    cell: ({ created_at }) => <Instant value={created_at} />,
  },
  {
    id: 'size',
    hidden: 'tight',
    header: t('modules.releases.size'),
    width: 80,
    align: 'right',
    cell: ({ size_bytes }) => formatSize(size_bytes),
  },
  {
    id: 'errors',
    header: t('modules.errorRate'),
    width: 92,
    align: 'right',
    cell: ({ stats }) => formatShare(stats.error_rate),
  },
  {
    id: 'p95',
    header: t('modules.loadTime'),
    width: 104,
    align: 'right',
    cell: ({ stats }) => formatLoadTime(stats.p95_ms),
  },
];

/** What can be done with a release. */
export function releaseActions(
  t: AdminTexts,
  module: ModuleSettingsDto,
  release: ModuleReleaseDto,
  actions: ModuleActions,
  onCanary: (releaseId: number) => void,
): RowAction[] {
  const stable = stableRelease(module);
  const isStable = stable?.id === release.id;
  const isOlder = stable !== undefined && module.releases.indexOf(release) > module.releases.indexOf(stable);
  const disabled = release.incompatible ?? (isStable ? t('modules.releases.isStable') : undefined);
  return [
    ...(isStable && isUnapproved(module)
      ? [
          {
            label: t('modules.approve.label'),
            icon: Rocket,
            onSelect: () => actions.approve(module, release),
          },
        ]
      : []),
    {
      label: isOlder ? t('modules.rollback.to', { version: release.version }) : t('modules.promote.label'),
      icon: isOlder ? History : Rocket,
      onSelect: () => (isOlder ? actions.rollBack(module, release) : actions.promote(module, release)),
      disabled,
    },
    {
      label: t('modules.canary.start'),
      icon: FlaskConical,
      onSelect: () => onCanary(release.id),
      disabled,
    },
  ];
}

/** The releases of a module, the newest first. */
export function ReleasesPanel({ module, actions, open, onOpen, onCanary }: ReleasesPanelProps) {
  const t = useTexts();
  const [ref, width] = useElementWidth<HTMLDivElement>(fullWidth);
  const columns = useMemo(
    () => createColumns(t).filter(({ hidden }) => hidden !== 'tight' || width >= fullWidth),
    [t, width],
  );
  const { releases } = module;
  return (
    <Panel title={t('modules.releases.title')} meta={t('modules.releases.period')}>
      {releases.length === 0 ? (
        <EmptyState>
          <FirstRelease />
        </EmptyState>
      ) : (
        <Box ref={ref} sx={{ maxHeight: 480, display: 'flex' }}>
          <DataTable<ModuleReleaseDto>
            label={t('modules.releases.title')}
            columns={columns}
            rows={releases}
            squeezed={width < squeezedWidth}
            keyOf={({ version }) => version}
            nameOf={({ version }) => version}
            openKey={open}
            onOpen={({ version }) => onOpen(version)}
            tone={(release) => (isInUse(release) ? undefined : 'faded')}
            rowMenu={(release) => releaseActions(t, module, release, actions, onCanary)}
            narrow={(release) => ({
              title: release.version,
              status: <StatusChip of="module" state={releaseState(release)} />,
              second: formatPublisher(t, release),
              third: formatFigures(t, release.stats),
              end: <Instant value={release.created_at} style="date" />,
            })}
          />
        </Box>
      )}
    </Panel>
  );
}
