import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { countsOf, type JobChangeDto, type JobDto } from '@tessera/api';
import { mayMoveJob } from '@tessera/domain';
import { type ApprovalNeed, approvalNeedOf, AskApproval } from '@tessera/product-ui/budgets';
import { useSnackbar } from '@tessera/ui';
import { DateTimeField, FormDialog, NumberField, TextField, useStaleSave } from '@tessera/ui/forms';
import { useAskApproval } from '../../approvals/approvals.api';
import { BudgetFields, budgetLabels } from '../../budget-fields/budget-fields';
import { type BudgetValues, toBudgets, toBudgetValues } from '../../budget-fields/budget-values';
import { sitesQuery } from '../../lookups/lookups.api';
import { useTexts } from '../../texts';
import { useUpdateJob } from './jobs.api';

interface Values extends BudgetValues {
  name: string;
  seats_target: number | null;
  scheduled_at: string | null;
}

export interface JobFormProps {
  job: JobDto;
  etag: string | null;
  onReload: () => void;
  onClose: () => void;
}

/** The fields that changed. */
function changeOf(values: Values, job: JobDto, siteCurrency: string | null): JobChangeDto {
  const fields = {
    name: values.name.trim(),
    seats_target: values.seats_target,
    scheduled_at: values.scheduled_at,
    ...toBudgets(values, siteCurrency),
  };
  return Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => value !== job[field as keyof typeof fields]),
  );
}

/** Edits a job: name, target and budgets at any time, the start until it has started. */
export function JobForm({ job, etag, onReload, onClose }: JobFormProps) {
  const t = useTexts();
  const { name, seats_target, scheduled_at } = job;
  const form = useForm<Values>({
    defaultValues: { name, seats_target, scheduled_at, ...toBudgetValues(job) },
  });
  const { data: sites } = useQuery(sitesQuery());
  const siteCurrency = sites?.find(({ id }) => id === job.site_id)?.currency ?? null;
  const { mutateAsync: update } = useUpdateJob();
  const snackbar = useSnackbar();
  const fieldLabels = {
    name: t('words.name'),
    seats_target: t('jobs.targetSeats'),
    scheduled_at: t('words.starts'),
    ...budgetLabels(t),
  };
  const stale = useStaleSave({ name, fieldLabels, onReload });
  const { mutateAsync: ask } = useAskApproval();
  const [refused, setRefused] = useState<{ amount: number; currency: string; need: ApprovalNeed } | null>(
    null,
  );
  const save = async (values: Values) => {
    const change = changeOf(values, job, siteCurrency);
    try {
      await stale.save(etag, { ...change }, (version) => update({ id: job.id, change, etag: version }));
    } catch (error) {
      const need = approvalNeedOf(error);
      const { budget: amount, budget_currency: currency } = toBudgets(values, siteCurrency);
      // Under rules a job has a budget: none can't be asked for.
      if (!need || amount === null || currency === null) throw error;
      setRefused({ amount, currency, need });
      // The form stays open.
      throw new DOMException('Needs an approval', 'AbortError');
    }
    snackbar.show(t('jobs.saved'));
  };
  /** What else was changed is saved without the budget that was asked for. */
  const onAsked = () => {
    const { budget, budget_currency } = toBudgetValues(job);
    const values = { ...form.getValues(), budget, budget_currency };
    if (Object.keys(changeOf(values, job, siteCurrency)).length === 0) onClose();
    else form.reset(values, { keepDefaultValues: true });
  };
  const started = !mayMoveJob({ counts: countsOf(job.counts) });
  return (
    <FormDialog
      open
      title={t('words.editNamed', { name })}
      form={form}
      width={640}
      submitLabel={t('words.save')}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="name"
        label={fieldLabels.name}
        maxLength={200}
        rules={{ required: t('jobs.nameMissing') }}
      />
      <NumberField
        control={form.control}
        name="seats_target"
        label={fieldLabels.seats_target}
        optional
        min={1}
        help={t('jobs.targetHelp')}
      />
      <DateTimeField
        control={form.control}
        name="scheduled_at"
        label={fieldLabels.scheduled_at}
        optional
        disabled={started}
        help={started ? t('jobs.startedHelp') : undefined}
      />
      <BudgetFields control={form.control} siteCurrency={siteCurrency} />
      {stale.dialog}
      {refused ? (
        <AskApproval
          kind="job_budget"
          need={refused.need}
          ask={(reason) => {
            const { amount, currency } = refused;
            return ask({ kind: 'job_budget', budget: { job_id: job.id, amount, currency }, reason });
          }}
          onAsked={onAsked}
          onClose={() => setRefused(null)}
        />
      ) : null}
    </FormDialog>
  );
}
