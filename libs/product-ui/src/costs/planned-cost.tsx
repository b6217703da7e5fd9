import { Box } from '@mui/material';
import { formatCount, useLocale } from '@tessera/ui';
import { type CostRange, formatCosts } from './format-cost';
import { useCostTexts } from './texts';

export interface PlannedCostProps {
  /** One per currency. */
  costs: readonly CostRange[];
  /** All seats; null: only those without a price are known. */
  seats: number | null;
  /** Seats without a known price, which no cost includes. */
  unpricedSeats: number;
}

/** What seats are planned to cost, and for how many no price is known; "–" when nothing is planned. */
export function PlannedCost({ costs, seats, unpricedSeats }: PlannedCostProps) {
  const t = useCostTexts();
  const { locale } = useLocale();
  const isPartial = costs.length > 0 && seats !== null;
  if (costs.length === 0 && unpricedSeats === 0) return <>–</>;
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 1 }}>
      {costs.length > 0 ? <span>{formatCosts(costs, locale)}</span> : null}
      {unpricedSeats > 0 ? (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {isPartial
            ? t('unpriced', { count: unpricedSeats, seats: formatCount(seats) })
            : t('allUnpriced', { count: unpricedSeats })}
        </Box>
      ) : null}
    </Box>
  );
}

export interface PlannedJobsProps {
  planned: { costs: readonly CostRange[]; seats: number; unpriced_seats: number };
}

/** What the jobs are planned to cost that run or are scheduled. */
export function PlannedJobs({ planned: { costs, seats, unpriced_seats } }: PlannedJobsProps) {
  const t = useCostTexts();
  return (
    <>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {t('ofJobs')}:{' '}
      </Box>
      <PlannedCost costs={costs} seats={seats} unpricedSeats={unpriced_seats} />
    </>
  );
}
