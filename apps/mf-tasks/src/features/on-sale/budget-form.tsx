import type { OnSaleMoney } from '@tessera/api';
import { sumAmounts } from '@tessera/domain';
import { BudgetForm } from '@tessera/product-ui/budgets';
import { useAskApproval } from '../../approvals/approvals.api';
import { useTexts } from '../../texts';
import { useSetBudget } from './on-sale.api';
import { sumOf } from './room-frames';

export interface EventBudgetFormProps {
  eventId: number;
  money: OnSaleMoney;
  /** The currency of the site; null: unknown. */
  siteCurrency: string | null;
  onClose: () => void;
}

/** Sets the most that the realm may spend on the event. */
export function EventBudgetForm({ eventId, money, siteCurrency, onClose }: EventBudgetFormProps) {
  const t = useTexts();
  const { mutateAsync: save } = useSetBudget(eventId);
  const { mutateAsync: ask } = useAskApproval();
  const budget = { amount: money.budget, currency: money.budget_currency ?? siteCurrency ?? 'GBP' };
  return (
    <BudgetForm
      kind="event_budget"
      ask={(next, reason) => ask({ kind: 'event_budget', budget: { event_id: eventId, ...next }, reason })}
      title={t('onSale.setBudget')}
      budget={budget}
      before={(currency) => ({
        ...budget,
        used: sumAmounts([sumOf(money.spent, currency), sumOf(money.held, currency)]),
      })}
      save={save}
      onClose={onClose}
    />
  );
}
