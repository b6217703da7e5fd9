import { useServerNow } from '@tessera/api';
import { EmptyState, formatCount, formatDuration, Lines, Panel, QueryContent, StatusChip } from '@tessera/ui';
import { Box, Skeleton, styled } from '@tessera/ui/mui';
import { moduleTitle } from '../../remotes/module-title';
import { useModules } from '../../remotes/modules';
import { useTexts } from '../../texts';
import { AllLink } from './all-link';
import { useBusiestRealms, useWorkers } from './dashboard.api';
import { LimitBar } from './limit-bar';

const Panels = styled('div')({
  display: 'grid',
  gap: 12,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 300px), 1fr))',
});

/** For administrators: realms, workers and modules, with links to the pages that they may open. */
export default function PlatformPanels({ mayOpen }: { mayOpen: (path: string) => boolean }) {
  return (
    <Panels>
      <RealmsPanel page={mayOpen('/realms')} />
      <WorkersPanel page={mayOpen('/workers')} />
      <ModulesPanel page={mayOpen('/modules')} />
    </Panels>
  );
}

interface PanelProps {
  /** Whether the user may open the full list. */
  page: boolean;
}

/** For administrators: the realms with the most active tasks, against their limits. */
function RealmsPanel({ page }: PanelProps) {
  const t = useTexts();
  return (
    <Panel
      title={t('dashboard.realms.title')}
      actions={page ? <AllLink to="/realms">{t('dashboard.realms.all')}</AllLink> : null}
    >
      <QueryContent query={useBusiestRealms()} inset="panel" skeletons={[120]}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState>{t('dashboard.realms.none')}</EmptyState>
          ) : (
            <Lines>
              {rows.map(({ id, name, active_tasks, max_tasks }) => (
                <li key={id}>
                  <span className="words">
                    <LimitBar label={name} use={{ used: active_tasks, max: max_tasks }} />
                  </span>
                </li>
              ))}
            </Lines>
          )
        }
      </QueryContent>
    </Panel>
  );
}

/** For administrators: the workers seen most recently. */
function WorkersPanel({ page }: PanelProps) {
  const t = useTexts();
  const now = useServerNow();
  return (
    <Panel
      title={t('dashboard.workers.title')}
      actions={page ? <AllLink to="/workers">{t('dashboard.workers.all')}</AllLink> : null}
    >
      <QueryContent query={useWorkers()} inset="panel" skeletons={[120]}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState>{t('dashboard.workers.none')}</EmptyState>
          ) : (
            <Lines>
              {rows.map(({ id, name, status, leased, capacity, last_seen_at }) => (
                <li key={id}>
                  <span className="words">
                    <span className="title">{name}</span>
                    <span className="detail">
                      {t('dashboard.workers.use', {
                        leased: formatCount(leased),
                        capacity: formatCount(capacity),
                      })}
                      {last_seen_at === null
                        ? null
                        : `, ${t('dashboard.workers.seen', {
                            time: formatDuration((now - Date.parse(last_seen_at)) / 1000),
                          })}`}
                    </span>
                  </span>
                  <StatusChip of="worker" state={status} />
                </li>
              ))}
            </Lines>
          )
        }
      </QueryContent>
    </Panel>
  );
}

/** For administrators: the modules of this session. */
function ModulesPanel({ page }: PanelProps) {
  const t = useTexts();
  return (
    <Panel
      title={t('dashboard.modules.title')}
      actions={page ? <AllLink to="/modules">{t('dashboard.modules.all')}</AllLink> : null}
    >
      <ModuleLines />
    </Panel>
  );
}

function ModuleLines() {
  const t = useTexts();
  const { releases, isPending, problem } = useModules();
  if (isPending)
    return <Skeleton variant="rectangular" height={120} sx={{ m: '14px', borderRadius: '8px' }} />;
  if (releases.length === 0)
    return (
      <Box sx={{ p: '14px', color: 'text.secondary' }}>
        {t(problem ? 'remotes.registry.missing' : 'remotes.registry.empty')}
      </Box>
    );
  return (
    <Lines>
      {releases.map((release) => (
        <li key={release.name}>
          <span className="words">
            <span className="title">{moduleTitle(t, release)}</span>
            <span className="detail">{release.version}</span>
          </span>
          <StatusChip of="module" state={release.channel} />
        </li>
      ))}
    </Lines>
  );
}
