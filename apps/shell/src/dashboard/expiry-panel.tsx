import { useLiveFigures } from '@tessera/api';
import { Panel } from '@tessera/ui';
import { ExpiryPlot } from '@tessera/ui/panels';
import { useTexts } from '../texts';
import { AllLink } from './all-link';

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
      <ExpiryPlot steps={steps} />
    </Panel>
  );
}
