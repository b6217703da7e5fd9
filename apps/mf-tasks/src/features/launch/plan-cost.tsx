import { Banknote } from 'lucide-react';
import type { PlanTotals } from '@tessera/api';
import { PlannedCost } from '@tessera/product-ui/costs';
import { Box } from '@tessera/ui/mui';
import { useTexts } from '../../texts';

/** What the plan's tasks cost together, and for how many seats no price is known. */
export function PlanCost({ totals: { costs, unpriced, seats } }: { totals: PlanTotals }) {
  const t = useTexts();
  if (seats === 0) return null;
  return (
    <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, flexWrap: 'wrap', typography: 'body2' }}>
      <Banknote size={16} strokeWidth={1.75} aria-hidden style={{ flex: 'none', alignSelf: 'center' }} />
      <span>{t('words.plannedCost')}</span>
      <Box component="b" sx={{ typography: 'h3' }}>
        <PlannedCost costs={costs} seats={seats} unpricedSeats={unpriced.seats} />
      </Box>
      {costs.length > 0 ? (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {t('launch.withFees')}
        </Box>
      ) : null}
    </Box>
  );
}
