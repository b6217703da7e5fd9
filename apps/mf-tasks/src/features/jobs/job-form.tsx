import { useQuery } from '@tanstack/react-query';
import type { JobChangeDto, JobDto } from '@tessera/api';
import { DateTimeField, FormDialog, NumberField, TextField, useSnackbar } from '@tessera/ui';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { differencesOf, useStaleGuard } from '../../stale/use-stale-guard';
import { jobForEditQuery, useUpdateJob } from './jobs.api';

interface Values {
  name: string;
  seats_target: number | null;
  scheduled_at: string | null;
}

const labels = { name: 'Name', seats_target: 'Seats wanted', scheduled_at: 'Starts' };

/** Changes a job: name and target at any time, the start while it hasn't started (contract section 5). */
export function JobForm({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, refetch } = useQuery(jobForEditQuery(id));
  const [round, setRound] = useState(0);
  if (!data) return null;
  const reload = () => void refetch().then(() => setRound((before) => before + 1));
  return <Fields key={round} job={data.job} etag={data.etag} onReload={reload} onClose={onClose} />;
}

function Fields(props: { job: JobDto; etag: string | null; onReload: () => void; onClose: () => void }) {
  const { job, etag, onReload, onClose } = props;
  const { name, seats_target, scheduled_at } = job;
  const form = useForm<Values>({ defaultValues: { name, seats_target, scheduled_at } });
  const { mutateAsync: update } = useUpdateJob();
  const [change, setChange] = useState<JobChangeDto>({});
  const snackbar = useSnackbar();
  const { guard, dialog } = useStaleGuard({
    name,
    differences: (current) => differencesOf(labels, current, { ...change }),
    onReload,
  });
  const started = job.started_at !== null;
  return (
    <>
      <FormDialog
        open
        title={`Edit ${name}`}
        form={form}
        width={520}
        onClose={onClose}
        onSubmit={async (values) => {
          const yours: JobChangeDto = {
            ...(values.name.trim() === name ? {} : { name: values.name.trim() }),
            ...(values.seats_target === seats_target ? {} : { seats_target: values.seats_target }),
            ...(values.scheduled_at === scheduled_at ? {} : { scheduled_at: values.scheduled_at }),
          };
          setChange(yours);
          await guard((overwrite) => update({ id: job.id, change: yours, etag: overwrite ? null : etag }));
          snackbar.show('Job saved');
        }}
      >
        <TextField
          control={form.control}
          name="name"
          label="Name"
          maxLength={200}
          rules={{ required: 'A job needs a name' }}
        />
        <NumberField
          control={form.control}
          name="seats_target"
          label="Seats wanted"
          optional
          min={1}
          help="Once as many are won, the other tasks are stopped."
        />
        <DateTimeField
          control={form.control}
          name="scheduled_at"
          label="Starts"
          optional
          disabled={started}
          {...(started ? { help: 'It has started already.' } : {})}
        />
      </FormDialog>
      {dialog}
    </>
  );
}
