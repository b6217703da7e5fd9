import { useQuery } from '@tanstack/react-query';
import type { BudgetDto } from '@tessera/api';
import { sumAmounts } from '@tessera/domain';
import { BudgetForm, type BudgetToSet } from '@tessera/product-ui/budgets';
import { formatTotals } from '@tessera/ui';
import { Typography } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { useAskBudget, useSetEventBudget, useSetMonthBudget } from './budgets.api';
import { monthReportQuery } from './month-report.api';

/** The realm as the API takes it: administrators name one. */
const ofRealm = (realmId: number | undefined) => (realmId === undefined ? {} : { realm_id: realmId });

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
  const { mutateAsync: ask } = useAskBudget();
  // With the first budget of a month, no other currency can be spent in it.
  const isFirst = budgets.length === 0;
  const { data: month } = useQuery({ ...monthReportQuery(ofRealm(realmId)), enabled: isFirst });
  const questionOf = ({ amount, currency }: BudgetToSet) => {
    if (!isFirst || amount === null) return undefined;
    const others = month?.totals.filter((total) => total.currency !== currency && total.spent > 0) ?? [];
    const spent = formatTotals(
      others.map((total) => ({ amount: total.spent, currency: total.currency })),
      { fallback: 'GBP' },
    );
    return {
      title: t('budgets.first.title', { currency }),
      body: [
        t('budgets.first.body', { currency }),
        ...(others.length > 0 ? [t('budgets.first.spent', { spent })] : []),
      ].join(' '),
      confirmLabel: t('budgets.first.confirm'),
    };
  };
  return (
    <BudgetForm
      kind="month_budget"
      questionOf={questionOf}
      ask={(next, reason) => ask({ kind: 'month_budget', budget: next, reason, ...ofRealm(realmId) })}
      title={t('budgets.setMonth')}
      budget={{ amount: budget?.amount ?? null, currency: budget?.currency ?? '' }}
      isCurrencyFixed={budget !== null}
      before={(currency) => {
        const former = budgets.find((one) => one.currency === currency);
        return { amount: former?.amount ?? null, currency, used: usedOf(former) };
      }}
      save={(next) => set({ ...next, ...ofRealm(realmId) })}
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
  const { mutateAsync: ask } = useAskBudget();
  const { event_id: eventId, amount, currency } = budget;
  return (
    <BudgetForm
      kind="event_budget"
      ask={(next, reason) =>
        ask({ kind: 'event_budget', budget: { event_id: eventId, ...next }, reason, ...ofRealm(realmId) })
      }
      title={t('budgets.setEvent', { event: budget.event_name ?? '' })}
      budget={{ amount, currency }}
      isCurrencyFixed
      before={() => ({ amount, currency, used: usedOf(budget) })}
      save={(next) => set({ eventId, ...next, ...ofRealm(realmId) })}
      onClose={onClose}
    />
  );
}
