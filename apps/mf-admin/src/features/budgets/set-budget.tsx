import type { BudgetDto } from '@tessera/api';
import { sumAmounts } from '@tessera/domain';
import { BudgetForm, type BudgetToSet } from '@tessera/product-ui/budgets';
import { Typography } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { useSetEventBudget, useSetMonthBudget } from './budgets.api';

const usedOf = (budget: BudgetDto | undefined): number =>
  budget ? sumAmounts([budget.spent, budget.reserved]) : 0;

export interface SetMonthBudgetProps {
  /** The realm; undefined: the user's own. */
  realmId: number | undefined;
  /** The budget that is changed; null for a new one. */
  budget: BudgetDto | null;
  /** The budgets of the month, one per currency. */
  budgets: readonly BudgetDto[];
  onClose: () => void;
}

/** Sets the most that a realm may spend in this month and those that follow. */
export function SetMonthBudget({ realmId, budget, budgets, onClose }: SetMonthBudgetProps) {
  const t = useTexts();
  const { mutateAsync: set } = useSetMonthBudget();
  return (
    <BudgetForm
      title={t('budgets.setMonth')}
      budget={{ amount: budget?.amount ?? null, currency: budget?.currency ?? '' }}
      isCurrencyFixed={budget !== null}
      before={(currency) => {
        const former = budgets.find((one) => one.currency === currency);
        return { amount: former?.amount ?? null, currency, used: usedOf(former) };
      }}
      save={(next) => set({ ...next, ...(realmId === undefined ? {} : { realm_id: realmId }) })}
      onClose={onClose}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('budgets.monthHelp')}
      </Typography>
    </BudgetForm>
  );
}

export interface SetEventBudgetProps {
  budget: BudgetDto & { event_id: number };
  /** The realm; undefined: the user's own. */
  realmId: number | undefined;
  onClose: () => void;
}

/** Sets the most that a realm may spend on an event. */
export function SetEventBudget({ budget, realmId, onClose }: SetEventBudgetProps) {
  const t = useTexts();
  const { mutateAsync: set } = useSetEventBudget();
  const { event_id: eventId, amount, currency } = budget;
  const save = (next: BudgetToSet) =>
    set({ eventId, ...next, ...(realmId === undefined ? {} : { realm_id: realmId }) });
  return (
    <BudgetForm
      title={t('budgets.setEvent', { event: budget.event_name ?? '' })}
      budget={{ amount, currency }}
      isCurrencyFixed
      before={() => ({ amount, currency, used: usedOf(budget) })}
      save={save}
      onClose={onClose}
    />
  );
}
