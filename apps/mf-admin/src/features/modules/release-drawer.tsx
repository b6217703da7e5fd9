import type { ModuleReleaseDto, ModuleSettingsDto } from '@tessera/api';
import { Alert, Instant, StatusChip, VisuallyHidden } from '@tessera/ui';
import { formatCount } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { DescriptionList, DrawerPanel } from '@tessera/ui/panels';
import { useTexts } from '../../texts';
import { formatLoadTime, formatShare, formatSize } from './figures';
import { releaseState, stableRelease } from './module-state';
import { MonoText } from './mono-text';
import { findReleaseChanges, listDeclared } from './release-changes';
import { releaseReason } from './release-reason';
import { formatPublisher, releaseActions } from './releases-panel';
import type { ModuleActions } from './use-module-actions';

interface ReleaseDrawerProps {
  module: ModuleSettingsDto;
  release: ModuleReleaseDto;
  actions: ModuleActions;
  onCanary: (releaseId: number) => void;
  onClose: () => void;
}

/** A release with everything that is known about it, and what can be done with it. */
export function ReleaseDrawer({ module, release, actions, onCanary, onClose }: ReleaseDrawerProps) {
  const t = useTexts();
  const { version, stats, failures, incompatible } = release;
  const reason = releaseReason(t, release);
  return (
    <DrawerPanel
      title={version}
      status={<StatusChip of="module" state={releaseState(release)} />}
      subtitle={t('modules.releases.of', { title: module.title })}
      onClose={onClose}
    >
      {reason ? <Alert tone={incompatible ? 'error' : 'warning'}>{reason}</Alert> : null}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {releaseActions(t, module, release, actions, onCanary).map(
          ({ label, icon: Icon, onSelect, disabled }) => (
            <span key={label} title={disabled}>
              <Button
                onClick={onSelect}
                disabled={disabled !== undefined}
                startIcon={Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden /> : undefined}
              >
                {label}
              </Button>
              {disabled ? <VisuallyHidden>{disabled}</VisuallyHidden> : null}
            </span>
          ),
        )}
      </Box>
      <DescriptionList
        items={[
          { term: t('modules.owner'), value: release.owner },
          { term: t('modules.releases.publisher'), value: formatPublisher(t, release) },
          {
            term: t('modules.releases.published'),
            value: <Instant value={release.created_at} style="date-time" />,
          },
          { term: t('modules.releases.size'), value: formatSize(release.size_bytes) },
          { term: t('modules.releases.key'), value: release.key && <MonoText>{release.key}</MonoText> },
        ]}
      />
      <Declared module={module} release={release} />
      <Box component="h3" sx={{ typography: 'h4', m: 0, mt: 1 }}>
        {t('modules.releases.period')}
      </Box>
      <DescriptionList
        items={[
          { term: t('modules.stats.loads'), value: formatCount(stats.loads) },
          { term: t('modules.stats.errors'), value: formatCount(stats.errors) },
          { term: t('modules.errorRate'), value: formatShare(stats.error_rate) },
          { term: t('modules.stats.median'), value: formatLoadTime(stats.p50_ms) },
          { term: t('modules.stats.p95'), value: formatLoadTime(stats.p95_ms) },
        ]}
      />
      {failures.length > 0 ? (
        <>
          <Box component="h3" sx={{ typography: 'h4', m: 0, mt: 1 }}>
            {t('modules.releases.failures')}
          </Box>
          <Box component="ul" sx={{ m: 0, pl: 2.25, typography: 'body2', overflowWrap: 'anywhere' }}>
            {failures.map(({ message, loads }) => (
              <li key={message}>{t('modules.releases.failure', { loads: formatCount(loads), message })}</li>
            ))}
          </Box>
        </>
      ) : null}
    </DrawerPanel>
  );
}

/** What the release does in the console, and what of it the stable one doesn't. */
function Declared({ module, release }: Pick<ReleaseDrawerProps, 'module' | 'release'>) {
  const t = useTexts();
  const stable = stableRelease(module);
  const isCompared = stable !== undefined && stable.id !== release.id;
  const { added, removed } = findReleaseChanges(t, isCompared ? stable : release, release);
  if (!release.declares) return null;
  return (
    <>
      <Box component="h3" sx={{ typography: 'h4', m: 0, mt: 1 }}>
        {t('modules.declares.title')}
      </Box>
      {isCompared ? (
        <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
          {t('modules.declares.compared', { version: stable.version })}
        </Box>
      ) : null}
      <Box
        component="ul"
        sx={{
          m: 0,
          pl: 2.25,
          typography: 'body2',
          overflowWrap: 'anywhere',
          // Not the look of a link.
          '& ins': { textDecoration: 'none', fontWeight: 600 },
          '& del': { color: 'text.tertiary' },
        }}
      >
        {listDeclared(t, release).map((line) => (
          <li key={line}>{added.includes(line) ? <ins>{t('modules.declares.new', { line })}</ins> : line}</li>
        ))}
        {removed.map((line) => (
          <li key={line}>
            <del>{t('modules.declares.gone', { line })}</del>
          </li>
        ))}
      </Box>
    </>
  );
}
