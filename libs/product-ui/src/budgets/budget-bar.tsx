import { Box } from '@mui/material';
import { formatMoney, TileBar, useLocale } from '@tessera/ui';
import { BudgetMark, useBudgetMark } from './budget-mark';
import { type BudgetAmounts, budgetUse } from './budget-use';
import { useBudgetTexts } from './texts';

export interface BudgetBarProps extends BudgetAmounts {
  /** What the budget is of, for the bar's accessible name. */
  label?: string;
  /** Without the amounts, for tables that have them in columns. */
  compact?: boolean;
}

/** Tiles of a bar, each a share of the budget. */
const SHARES = 1_000;

/** A budget as a bar of what is spent, reserved and free, with the amounts; marked from 80 % on. */
export function BudgetBar({ amount, currency, spent, reserved, label, compact = false }: BudgetBarProps) {
  const t = useBudgetTexts();
  const { locale } = useLocale();
  const budget = { amount, currency, spent, reserved };
  const mark = useBudgetMark(budget);
  const { used, free, isFull } = budgetUse(budget);
  const money = (value: number) => formatMoney(value, currency, { locale });
  const figures = [
    t('spent', { amount: money(spent) }),
    t('reserved', { amount: money(reserved) }),
    t('free', { amount: money(Math.max(0, free)) }),
  ].join(' · ');
  const whole = Math.max(amount, used);
  const sharesOf = (part: number) => (whole > 0 ? Math.round((part / whole) * SHARES) : 0);
  return (
    <Box sx={{ display: 'grid', gap: 0.5, minWidth: 0 }}>
      <TileBar
        fill
        size="tile"
        tiles={compact ? 12 : 24}
        total={SHARES}
        label={[label, figures, mark].filter(Boolean).join(': ')}
        parts={[
          { value: sharesOf(spent), tone: isFull ? 'failed' : 'bought' },
          { value: sharesOf(reserved), tone: 'carted' },
        ]}
      />
      {compact ? null : (
        <>
          <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{figures}</Box>
          <div role="status">
            <BudgetMark budget={budget} />
          </div>
        </>
      )}
    </Box>
  );
}
