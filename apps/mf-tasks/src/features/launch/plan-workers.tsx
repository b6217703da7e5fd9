import { Cpu } from 'lucide-react';
import type { PlanWorkers } from '@tessera/api';
import { Alert } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import { useTexts } from '../../texts';

/** The workers that would run the plan's tasks now; a warning where there are none. */
export function PlanWorkersLine({ workers }: { workers: PlanWorkers }) {
  const t = useTexts();
  const { connected, serving, free } = workers;
  if (serving === 0) {
    return (
      <Alert tone="warning" title={t('launch.noWorker')}>
        {connected === 0
          ? t('launch.noneConnected')
          : t('launch.othersConnected', { workers: t('launch.workers', { count: connected }) })}
      </Alert>
    );
  }
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, typography: 'body2' }}>
      <Cpu size={16} strokeWidth={1.75} aria-hidden style={{ flex: 'none' }} />
      {t('launch.served', {
        workers: t('launch.workers', { count: serving }),
        slots: t('launch.slots', { count: free }),
      })}
    </Box>
  );
}
