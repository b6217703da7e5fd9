import type { BudgetDto } from '@tessera/api';
import type { Column } from '@tessera/data-table';
import { Link } from '@tessera/federation/router';
import { BudgetBar, BudgetMark } from '@tessera/product-ui/budgets';
import { Money } from '@tessera/ui';
import { Link as MuiLink } from '@tessera/ui/mui';
import type { AdminTexts } from '../../texts';

/** What a budget is of: "This month", or the name of an event or a job. */
export const budgetName = (t: AdminTexts, { job_name, event_name }: BudgetDto): string =>
  job_name ?? event_name ?? t('budgets.thisMonth');

/** Identifies a budget: a realm has one per currency and month. */
export const budgetKey = ({ kind, realm_id, event_id, job_id, currency }: BudgetDto): string =>
  [kind, realm_id, job_id ?? event_id, currency].join(' ');

/** The page of what a budget is of; null for a month. */
const pageOf = ({ event_id, job_id }: BudgetDto): string | null =>
  job_id !== null ? `/jobs/${job_id}` : event_id === null ? null : `/on-sale/${event_id}`;

const amountColumn = (
  id: 'amount' | 'spent' | 'reserved' | 'free',
  header: string,
  more: Partial<Column<BudgetDto>> = {},
): Column<BudgetDto> => ({
  id,
  header,
  align: 'right',
  width: 120,
  cell: (budget) => <Money amount={budget[id]} currency={budget.currency} />,
  ...more,
});

/** Columns of the list of budgets; administrators see the realm. */
export const createBudgetColumns = (t: AdminTexts, isAdmin: boolean): Column<BudgetDto>[] => [
  {
    id: 'name',
    header: t('budgets.of'),
    sortKey: 'name',
    fixed: true,
    strong: true,
    minWidth: 200,
    cell: (budget) => {
      const to = pageOf(budget);
      const name = budgetName(t, budget);
      return to === null ? (
        name
      ) : (
        <MuiLink component={Link} to={to}>
          {name}
        </MuiLink>
      );
    },
  },
  {
    id: 'kind',
    header: t('budgets.kind'),
    sortKey: 'kind',
    width: 90,
    quiet: true,
    cell: ({ kind }) => t(`budgets.kinds.${kind}`),
  },
  {
    id: 'realm',
    header: t('words.realm'),
    hidden: isAdmin ? 'tight' : true,
    minWidth: 120,
    quiet: true,
    cell: ({ realm_name }) => realm_name,
  },
  amountColumn('amount', t('budgets.budget'), { sortKey: 'amount' }),
  amountColumn('spent', t('budgets.spent')),
  amountColumn('reserved', t('budgets.reserved')),
  amountColumn('free', t('budgets.free')),
  {
    id: 'used',
    header: t('budgets.used'),
    width: 150,
    hidden: 'tight',
    cell: (budget) => <BudgetBar {...budget} compact label={budgetName(t, budget)} />,
  },
  { id: 'mark', header: t('budgets.mark'), minWidth: 120, cell: (budget) => <BudgetMark budget={budget} /> },
];
