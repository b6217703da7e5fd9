import { useQuery } from '@tanstack/react-query';
import { FlaskConical, Power, PowerOff } from 'lucide-react';
import { useState } from 'react';
import type { ModuleSettingsDto } from '@tessera/api';
import { Link as RouterLink, useParams, useSearchParams } from '@tessera/federation/router';
import {
  describeError,
  EmptyState,
  ErrorAlert,
  Page,
  PageHeader,
  PanelPage,
  StatusChip,
  usePageActions,
} from '@tessera/ui';
import { Box, Button, Link, Skeleton, useMediaQuery, useTheme } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { AssignmentsPanel } from './assignments-panel';
import { CanaryForm } from './canary-form';
import { HistoryPanel } from './history-panel';
import { moduleState, newestCandidate } from './module-state';
import { moduleQuery } from './modules.api';
import { ReleaseDrawer } from './release-drawer';
import { ReleasesPanel } from './releases-panel';
import { SettingsPanel } from './settings-panel';
import { StatsPanel } from './stats-panel';
import { useModuleActions } from './use-module-actions';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** /modules/:name: who gets which release of a module, its releases, figures, settings and history. */
export function ModulePage() {
  const { name = '' } = useParams();
  const { data, error, refetch } = useQuery(moduleQuery(name));
  if (data) return <Module key={data.id} module={data} />;
  return (
    <Page>
      <PageHeader title={name} meta={<AllModules />} />
      <PanelPage>
        {error ? (
          <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} />
        ) : data === null ? (
          <NoModule name={name} />
        ) : (
          <PageSkeleton />
        )}
      </PanelPage>
    </Page>
  );
}

function Module({ module }: { module: ModuleSettingsDto }) {
  const t = useTexts();
  const [params, setParams] = useSearchParams();
  const [canaryOf, setCanaryOf] = useState<number | null>(null);
  const actions = useModuleActions();
  const isNarrow = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true });
  const { releases, title, enabled } = module;
  const shown = releases.find(({ version }) => version === params.get('release'));
  const openRelease = (version: string | null) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (version === null) next.delete('release');
      else next.set('release', version);
      return next;
    });
  const candidate = newestCandidate(module);
  const startCanary = (releaseId?: number) => setCanaryOf(releaseId ?? candidate?.id ?? null);
  const switchLabel = t(enabled ? 'modules.off.confirm' : 'modules.on.confirm');
  const switchIcon = enabled ? PowerOff : Power;
  const switchModule = () => (enabled ? actions.turnOff(module) : actions.turnOn(module));
  usePageActions([
    { label: t('modules.canary.start'), icon: FlaskConical, run: () => startCanary() },
    { label: switchLabel, icon: switchIcon, run: switchModule },
  ]);
  const SwitchIcon = switchIcon;
  return (
    <Page>
      <PageHeader
        title={title}
        meta={
          <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5 }}>
            {isNarrow ? null : <StatusChip of="module" state={moduleState(module)} />}
            <AllModules />
          </Box>
        }
        actions={
          <>
            {isNarrow ? null : (
              <Button startIcon={<SwitchIcon {...icon} />} onClick={switchModule}>
                {switchLabel}
              </Button>
            )}
            <span title={candidate ? undefined : t('modules.canary.noCandidate')}>
              <Button
                variant="contained"
                startIcon={<FlaskConical {...icon} />}
                onClick={() => startCanary()}
                disabled={candidate === undefined}
              >
                {t('modules.canary.start')}
              </Button>
            </span>
          </>
        }
      />
      <Box sx={{ display: 'flex', flex: 1, minHeight: 0, minWidth: 0 }}>
        <PanelPage sx={{ gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Box
            sx={{
              display: 'grid',
              gap: '12px',
              gridTemplateColumns: {
                xs: 'minmax(0, 1fr)',
                lg: shown ? 'minmax(0, 1fr)' : 'minmax(0, 1fr) 360px',
              },
            }}
          >
            <AssignmentsPanel
              module={module}
              actions={actions}
              onSwitch={isNarrow ? { label: switchLabel, run: switchModule } : null}
            />
            <SettingsPanel module={module} />
          </Box>
          <StatsPanel module={module} />
          <ReleasesPanel
            module={module}
            actions={actions}
            open={shown?.version ?? null}
            onOpen={openRelease}
            onCanary={startCanary}
          />
          <HistoryPanel module={module} />
        </PanelPage>
        {shown ? (
          <ReleaseDrawer
            module={module}
            release={shown}
            actions={actions}
            onCanary={startCanary}
            onClose={() => openRelease(null)}
          />
        ) : null}
      </Box>
      {canaryOf === null ? null : (
        <CanaryForm module={module} releaseId={canaryOf} onClose={() => setCanaryOf(null)} />
      )}
    </Page>
  );
}

/** The link to the list. */
function AllModules() {
  const t = useTexts();
  return (
    <Link component={RouterLink} to="/modules" underline="always">
      {t('modules.all')}
    </Link>
  );
}

function NoModule({ name }: { name: string }) {
  const t = useTexts();
  return <EmptyState>{t('modules.none', { name })}</EmptyState>;
}

const PageSkeleton = () =>
  [132, 330, 220].map((height) => (
    <Skeleton key={height} variant="rectangular" height={height} sx={{ borderRadius: '8px' }} />
  ));
