import { Box } from '@mui/material';
import { formatMoney, useLocale } from '@tessera/ui';
import { type BudgetAmounts, budgetUse } from './budget-use';
import { useBudgetTexts } from './texts';

/** Returns the words that mark a budget from 80 % on, such as "84% used"; undefined below. */
export function useBudgetMark(budget: BudgetAmounts): string | undefined {
  const t = useBudgetTexts();
  const { locale } = useLocale();
  const { free, share, isFull, isMarked } = budgetUse(budget);
  if (!isMarked) return undefined;
  if (free < 0) return t('over', { amount: formatMoney(-free, budget.currency, { locale }) });
  if (isFull) return t('usedUp');
  // Never rounded up to what it isn't.
  const percent = Math.floor(share * 100) / 100;
  return t('used', { percent: new Intl.NumberFormat(locale, { style: 'percent' }).format(percent) });
}

/** Marks a budget of which 80 % or all is used; nothing below. */
export function BudgetMark({ budget }: { budget: BudgetAmounts }) {
  const mark = useBudgetMark(budget);
  if (mark === undefined) return null;
  const color = budgetUse(budget).isFull ? 'status.cinnabar.text' : 'status.ochre.text';
  return (
    <Box component="span" sx={{ typography: 'caption', color, fontWeight: 550 }}>
      {mark}
    </Box>
  );
}
