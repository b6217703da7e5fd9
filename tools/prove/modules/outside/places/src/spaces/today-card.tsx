import { Panel } from '@tessera/ui';
import { throwIfFaulty } from '../fault';
import { useTexts } from '../texts';

/** The card of the dashboard. */
export function TodayCard() {
  throwIfFaulty();
  const t = useTexts();
  return (
    <Panel title={t('spaces.cardTitle')} padded>
      {t('spaces.open')}
    </Panel>
  );
}
