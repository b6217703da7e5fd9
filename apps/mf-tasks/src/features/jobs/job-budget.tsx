import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { budgetsList, keysOf } from '@tessera/api';
import { BudgetBar, Forecast } from '@tessera/product-ui/budgets';
import { describeError, ErrorAlert } from '@tessera/ui';
import { budgetText } from '../../budget-fields/budget-text';
import type { Job } from '../../task-types';
import { useTexts } from '../../texts';

/** A job's budget with its balances; read again when its seats change. */
const jobBudgetQuery = ({ id, updated_at, seats_won, seats_held, seats_open }: Job) =>
  queryOptions({
    queryKey: [...keysOf('budgets').list({ job_id: id }), updated_at, seats_won, seats_held, seats_open],
    queryFn: async ({ signal }) =>
      (await budgetsList({ query: { kind: 'job', job_id: String(id) }, signal })).data[0] ?? null,
    placeholderData: keepPreviousData,
  });

/** What is left of a job's budget, and what its tasks and seats may cost; nothing without budgets. */
export function JobBudget({ job }: { job: Job }) {
  const t = useTexts();
  const { data: budget, error, refetch } = useQuery({ ...jobBudgetQuery(job), enabled: job.budget !== null });
  const others = budgetText(t, { ...job, budget: null });
  if (job.budget === null) return <>{others || '–'}</>;
  if (error) return <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} />;
  return (
    <>
      {budget ? <BudgetBar {...budget} label={t('budgets.job')} /> : null}
      {budget?.forecast ? <Forecast forecast={budget.forecast} budget={budget} /> : null}
      {others}
    </>
  );
}
