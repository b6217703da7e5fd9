import { sumAmounts } from '@tessera/domain';

/** A budget with what is spent and reserved of it. */
export interface BudgetAmounts {
  amount: number;
  currency: string;
  spent: number;
  reserved: number;
}

/** From this share on, a budget is marked. */
const NEARLY_USED = 0.8;

/** How much of a budget is used: `free` is below 0 when it is exceeded. */
export function budgetUse({ amount, spent, reserved }: Omit<BudgetAmounts, 'currency'>) {
  const used = sumAmounts([spent, reserved]);
  const share = amount > 0 ? used / amount : 1;
  return {
    used,
    free: sumAmounts([amount, -used]),
    /** 1: all of it. */
    share,
    isFull: share >= 1,
    isMarked: share >= NEARLY_USED,
  };
}
