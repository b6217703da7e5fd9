import type { Control, FieldPath } from 'react-hook-form';
import { NumberField, TextField } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { type TasksTexts, useTexts } from '../texts';
import type { BudgetValues } from './budget-values';

/** The label of each budget, in forms and where two versions are compared. */
export const budgetLabels = (t: TasksTexts): Record<keyof BudgetValues, string> => ({
  budget: t('budgets.job'),
  budget_per_task: t('budgets.task'),
  budget_per_seat: t('budgets.seat'),
  budget_currency: t('budgets.currency'),
});

export interface BudgetFieldsProps<T extends BudgetValues> {
  control: Control<T>;
  /** The currency of the site, which one that isn't typed is; null: unknown. */
  siteCurrency: string | null;
  /** Leaves out the budget of a job. */
  ofTask?: boolean;
  disabled?: boolean;
}

/** The budgets of a template, a job or a task, in one currency. */
export function BudgetFields<T extends BudgetValues>(props: BudgetFieldsProps<T>) {
  const { control, siteCurrency, ofTask = false, disabled = false } = props;
  const t = useTexts();
  const labels = budgetLabels(t);
  const field = (name: keyof BudgetValues) => {
    // Each form has the budgets by the API's names.
    const path: string = name;
    return { control, name: path as FieldPath<T>, label: labels[name], optional: true, disabled };
  };
  const columns = ofTask ? 3 : 4;
  return (
    <Box
      role="group"
      aria-label={t('budgets.title')}
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr 1fr', sm: `repeat(${columns}, minmax(0, 1fr))` },
        alignItems: 'start',
      }}
    >
      {ofTask ? null : <NumberField {...field('budget')} decimal min={0} />}
      <NumberField {...field('budget_per_task')} decimal min={0} />
      <NumberField {...field('budget_per_seat')} decimal min={0} />
      <TextField {...field('budget_currency')} maxLength={3} placeholder={siteCurrency ?? ''} />
      <Box sx={{ gridColumn: '1 / -1', typography: 'caption', color: 'text.secondary', mt: -1 }}>
        {t(ofTask ? 'budgets.taskHelp' : 'budgets.help')}
      </Box>
    </Box>
  );
}
