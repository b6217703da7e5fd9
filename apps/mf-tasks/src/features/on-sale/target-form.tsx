import { useForm, useWatch } from 'react-hook-form';
import type { OnSaleDto } from '@tessera/api';
import { formatCount, useSnackbar } from '@tessera/ui';
import { FormDialog, NumberField, SelectField } from '@tessera/ui/forms';
import { useTexts } from '../../texts';
import { useRaiseTarget } from './on-sale.api';

type RoomJob = OnSaleDto['jobs'][number];

interface Values {
  job: string;
  target: number | null;
}

/** Sets the target of one of the event's jobs. */
export function TargetForm({ jobs, onClose }: { jobs: readonly RoomJob[]; onClose: () => void }) {
  const t = useTexts();
  const snackbar = useSnackbar();
  const { mutateAsync: raise } = useRaiseTarget();
  const [first] = jobs;
  const form = useForm<Values>({ defaultValues: { job: String(first?.id ?? ''), target: null } });
  const chosen = useWatch({ control: form.control, name: 'job' });
  const job = jobs.find(({ id }) => String(id) === chosen);
  const current = job?.target == null ? t('onSale.noTarget') : formatCount(job.target);
  return (
    <FormDialog
      open
      title={t('onSale.raiseTarget')}
      form={form}
      width={460}
      onSubmit={async ({ job: id, target }) => {
        await raise({ jobId: Number(id), target: target ?? 0 });
        snackbar.show(t('onSale.targetSaved'));
      }}
      onClose={onClose}
    >
      {jobs.length > 1 ? (
        <SelectField
          control={form.control}
          name="job"
          label={t('onSale.job')}
          options={jobs.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      ) : null}
      <NumberField
        control={form.control}
        name="target"
        label={jobs.length > 1 ? t('onSale.newTarget') : t('onSale.targetOf', { job: job?.name ?? '' })}
        min={1}
        autoFocus
        help={t('onSale.targetHelp', { target: current })}
        rules={{ required: t('onSale.targetMissing') }}
      />
    </FormDialog>
  );
}
