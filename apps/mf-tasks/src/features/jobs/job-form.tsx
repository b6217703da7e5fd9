import { useForm } from 'react-hook-form';
import { countsOf, type JobChangeDto, type JobDto } from '@tessera/api';
import { mayMoveJob } from '@tessera/domain';
import { useSnackbar } from '@tessera/ui';
import { DateTimeField, FormDialog, NumberField, TextField, useStaleSave } from '@tessera/ui/forms';
import { useTexts } from '../../texts';
import { useUpdateJob } from './jobs.api';

interface Values {
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

const changeOf = (values: Values, { name, seats_target, scheduled_at }: JobDto): JobChangeDto => ({
  ...(values.name.trim() === name ? {} : { name: values.name.trim() }),
  ...(values.seats_target === seats_target ? {} : { seats_target: values.seats_target }),
  ...(values.scheduled_at === scheduled_at ? {} : { scheduled_at: values.scheduled_at }),
});

/** Edits a job: name and target at any time, the start until it has started. */
export function JobForm({ job, etag, onReload, onClose }: JobFormProps) {
  const t = useTexts();
  const { name, seats_target, scheduled_at } = job;
  const form = useForm<Values>({ defaultValues: { name, seats_target, scheduled_at } });
  const { mutateAsync: update } = useUpdateJob();
  const snackbar = useSnackbar();
  const fieldLabels = {
    name: t('words.name'),
    seats_target: t('jobs.targetSeats'),
    scheduled_at: t('words.starts'),
  };
  const stale = useStaleSave({ name, fieldLabels, onReload });
  const save = async (values: Values) => {
    const change = changeOf(values, job);
    await stale.save(etag, { ...change }, (version) => update({ id: job.id, change, etag: version }));
    snackbar.show(t('jobs.saved'));
  };
  const started = !mayMoveJob({ counts: countsOf(job.counts) });
  return (
    <FormDialog
      open
      title={t('words.editNamed', { name })}
      form={form}
      width={520}
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
      {stale.dialog}
    </FormDialog>
  );
}
