import { formatMoney } from '@tessera/ui';
import type { TasksTexts } from '../texts';

/** The budgets of a template or a job in words: "£250.00 · £120.00 per task"; empty without any. */
export const budgetText = (
  t: TasksTexts,
  row: {
    budget?: number | null;
    budget_per_task: number | null;
    budget_per_seat: number | null;
    budget_currency: string | null;
  },
): string => {
  const money = (amount: number) => formatMoney(amount, row.budget_currency);
  return [
    row.budget == null ? '' : money(row.budget),
    row.budget_per_task === null ? '' : t('budgets.perTask', { amount: money(row.budget_per_task) }),
    row.budget_per_seat === null ? '' : t('budgets.perSeat', { amount: money(row.budget_per_seat) }),
  ]
    .filter(Boolean)
    .join(' · ');
};
