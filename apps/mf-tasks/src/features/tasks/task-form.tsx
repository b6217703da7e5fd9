import { useQuery } from '@tanstack/react-query';
import type { TaskDto } from '@tessera/api';
import { useSnackbar } from '@tessera/ui';
import { useState } from 'react';
import { differencesOf, useStaleGuard } from '../../stale/use-stale-guard';
import { TaskFormDialog } from './task-form-dialog';
import { changeOf, inputOf, noTask, valuesOf } from './task-form-values';
import { taskForEditQuery, useCreateTask, useUpdateTask } from './tasks.api';

/** What the form is about. */
export type TaskFormSubject = { kind: 'new' } | { kind: 'edit' | 'duplicate'; id: number };

export interface TaskFormProps {
  subject: TaskFormSubject;
  onClose: () => void;
}

const labels = {
  name: 'Name',
  seats_to_set: 'Seats',
  event_price_type: 'Price type',
  event_price_levels: 'Price levels',
  event_areas: 'Areas',
  sleep_time_ms: 'Delay',
  scheduled_at: 'Starts',
  proxy: 'Proxy label',
  proxy_template: 'Proxy template',
};

/** Makes, duplicates or changes a task. */
export function TaskForm({ subject, onClose }: TaskFormProps) {
  const id = subject.kind === 'new' ? null : subject.id;
  const { data, error, refetch } = useQuery(taskForEditQuery(id));
  const [round, setRound] = useState(0);
  if (id === null || subject.kind !== 'edit') {
    return (
      <NewTask
        key={data?.task.id ?? 'new'}
        from={id === null ? null : (data?.task ?? null)}
        waits={id !== null && !data}
        error={error}
        onClose={onClose}
      />
    );
  }
  if (!data)
    return <TaskFormDialog title="Edit task" values={noTask} waits error={error} onClose={onClose} fixed />;
  return (
    <EditTask
      key={round}
      task={data.task}
      etag={data.etag}
      onReload={() => void refetch().then(() => setRound((before) => before + 1))}
      onClose={onClose}
    />
  );
}

function NewTask(props: { from: TaskDto | null; waits: boolean; error: unknown; onClose: () => void }) {
  const { from, waits, error, onClose } = props;
  const { mutateAsync: create } = useCreateTask();
  const snackbar = useSnackbar();
  return (
    <TaskFormDialog
      title={from || waits ? 'Duplicate task' : 'New task'}
      submitLabel="Create task"
      values={from ? valuesOf(from, true) : noTask}
      waits={waits}
      error={error}
      onClose={onClose}
      onSubmit={async (values) => {
        await create(inputOf(values));
        snackbar.show(values.start ? 'Task created and started' : 'Task created');
      }}
    />
  );
}

function EditTask(props: { task: TaskDto; etag: string | null; onReload: () => void; onClose: () => void }) {
  const { task, etag, onReload, onClose } = props;
  const { mutateAsync: update } = useUpdateTask();
  const [change, setChange] = useState<Readonly<Record<string, unknown>>>({});
  const snackbar = useSnackbar();
  const { guard, dialog } = useStaleGuard({
    name: task.name,
    differences: (current) => differencesOf(labels, current, change),
    onReload,
  });
  return (
    <>
      <TaskFormDialog
        title={`Edit ${task.name}`}
        submitLabel="Save"
        values={valuesOf(task, false)}
        fixed
        onClose={onClose}
        onSubmit={async (values) => {
          const yours = changeOf(values, task);
          setChange({ ...yours });
          await guard((overwrite) => update({ id: task.id, change: yours, etag: overwrite ? null : etag }));
          snackbar.show(`${task.name} saved`);
        }}
      />
      {dialog}
    </>
  );
}
