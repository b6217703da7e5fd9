import { Panel, StatusChip } from '@tessera/ui';
import { Box, Skeleton } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import type { LaunchChecks } from './use-launch-checks';

/** What the checks of modules say of the plan; nothing where there are none. */
export function PlanChecks({ checks, isChecking }: LaunchChecks) {
  const t = useTexts();
  if (checks.length === 0 && !isChecking) return null;
  return (
    <Panel title={t('launch.checks')} padded>
      <Box
        component="ul"
        aria-busy={isChecking}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}
      >
        {checks.map(({ name, title, verdict, reason }) => (
          <Box
            component="li"
            key={name}
            sx={{ display: 'flex', alignItems: 'baseline', gap: 1.5, flexWrap: 'wrap' }}
          >
            <StatusChip of="plan" state={verdict} />
            <Box component="span" sx={{ typography: 'subtitle2' }}>
              {title}
            </Box>
            <Box
              component="span"
              sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}
            >
              {reason}
            </Box>
          </Box>
        ))}
        {isChecking ? (
          <li>
            <Skeleton variant="rounded" height={20} aria-label={t('launch.checking')} />
          </li>
        ) : null}
      </Box>
    </Panel>
  );
}
