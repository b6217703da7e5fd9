import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  approvalsCreate,
  type AskApprovalInput,
  type BudgetDto,
  budgetsList,
  budgetsSetForMonth,
  type EventBudgetInput,
  keysOf,
  type MonthBudgetInput,
  onSaleSetBudget,
  type Page,
  pageOf,
} from '@tessera/api';

/** The shell refetches them when seats are held, expire or are purchased. */
const keys = keysOf('budgets');

/** A page of budgets with their balances. */
export const budgetsQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keys.list(query),
    queryFn: async ({ signal }): Promise<Page<BudgetDto>> => pageOf(await budgetsList({ query, signal })),
    placeholderData: keepPreviousData,
  });

/** All budgets that a list's filters match, for their sums; as many as a response has. */
export const allBudgetsQuery = ({ kind, realm_id }: Readonly<Record<string, string>>) =>
  budgetsQuery({ ...(kind ? { kind } : {}), ...(realm_id ? { realm_id } : {}) });

function useBudgetMutation<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => {
      for (const what of ['budgets', 'on-sale', 'dashboard'])
        void client.invalidateQueries({ queryKey: keysOf(what).all() });
    },
  });
}

/** Sets the most that a realm may spend from this month on. */
export const useSetMonthBudget = () =>
  useBudgetMutation((body: MonthBudgetInput) => budgetsSetForMonth({ body }));

/** Sets the most that a realm may spend on an event. */
export const useSetEventBudget = () =>
  useBudgetMutation(({ eventId, ...body }: EventBudgetInput & { eventId: number }) =>
    onSaleSetBudget({ path: { eventId }, body }),
  );

/** Asks a second person for a budget that the rules of the realm don't allow. */
export function useAskBudget() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: AskApprovalInput) => (await approvalsCreate({ body })).data,
    onSettled: () => void client.invalidateQueries({ queryKey: keysOf('approvals').all() }),
  });
}
