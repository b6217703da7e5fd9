import { Box } from '@mui/material';
import { sumAmounts } from '@tessera/domain';
import { useLocale } from '@tessera/ui';
import { type CostRange, formatCost, formatCosts } from '../costs/format-cost';
import { PlannedCost } from '../costs/planned-cost';
import { useBudgetTexts } from './texts';

export interface ForecastProps {
  /** What will be spent when live tasks get all seats that they still try for, one per currency. */
  forecast: { costs: readonly CostRange[]; seats: number; unpriced_seats: number };
  /** The budget that it counts towards; null: none. */
  budget: { amount: number; currency: string } | null;
}

/** What live tasks head for: "Heads for £960–1,240 of £2,000"; nothing once no task tries for a seat. */
export function Forecast({ forecast, budget }: ForecastProps) {
  const t = useBudgetTexts();
  const { locale } = useLocale();
  const { costs, seats, unpriced_seats: unpricedSeats } = forecast;
  if (seats === 0) return null;
  const most = costs.find(({ currency }) => currency === budget?.currency)?.max ?? 0;
  const over = budget ? sumAmounts([most, -budget.amount]) : 0;
  const money = (amount: number) =>
    budget ? formatCost({ currency: budget.currency, min: amount, max: amount }, locale) : '';
  const cost = formatCosts(costs, locale);
  return (
    <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
      {costs.length === 0 ? null : budget ? (
        <span>{t('headsForOf', { cost, budget: money(budget.amount) })}</span>
      ) : (
        <span>{t('headsFor', { cost })}</span>
      )}
      {over > 0 ? (
        <Box component="span" sx={{ color: 'status.ochre.text', fontWeight: 550 }}>
          {', '}
          {t('mayExceed', { amount: money(over) })}
        </Box>
      ) : null}
      {unpricedSeats > 0 ? (
        <>
          {costs.length === 0 ? null : ' · '}
          <PlannedCost costs={[]} seats={null} unpricedSeats={unpricedSeats} />
        </>
      ) : null}
    </Box>
  );
}
