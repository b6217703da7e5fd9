import { lazy, Suspense } from 'react';
import { useLiveFigures } from '@tessera/api';
import { Panel } from '@tessera/ui';
import { Skeleton } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { AllLink } from './all-link';

/** Apart, since most visits hold no seats. */
const ExpiryPlot = lazy(async () => ({ default: (await import('@tessera/ui/panels')).ExpiryPlot }));

/** What is lost when, unless somebody pays it; renders nothing while no seats are to be paid. */
export function ExpiryPanel({ mayOpen }: { mayOpen: (path: string) => boolean }) {
  const t = useTexts();
  const steps = useLiveFigures().data?.expiries ?? [];
  if (steps.length === 0) return null;
  return (
    <Panel
      padded
      title={t('expiry.plotTitle')}
      actions={mayOpen('/pay') ? <AllLink to="/pay">{t('expiry.pay')}</AllLink> : null}
    >
      <Suspense fallback={<Skeleton variant="rounded" height={132} />}>
        <ExpiryPlot steps={steps} />
      </Suspense>
    </Panel>
  );
}
