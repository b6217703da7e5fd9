import { Box } from '@mui/material';
import { ProgressDialog, toProblem } from '@tessera/ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { TaskSummary } from '../../task-types';

/** Long work over several tasks, one after the other. */
export interface BulkRun {
  /** "Marking 12 tasks as bought". */
  title: string;
  tasks: readonly TaskSummary[];
  run: (task: TaskSummary, signal: AbortSignal) => Promise<void>;
}

export interface BulkRunDialogProps {
  work: BulkRun;
  onClose: () => void;
}

/** Does something to several tasks in turn: counts, can be aborted, and says what failed and why. */
export function BulkRunDialog({ work, onClose }: BulkRunDialogProps) {
  const [done, setDone] = useState<readonly TaskSummary[]>([]);
  const [failures, setFailures] = useState<readonly { task: TaskSummary; message: string }[]>([]);
  const [aborted, setAborted] = useState(false);
  const abort = useRef<AbortController | null>(null);
  const start = useEffectEvent(async (signal: AbortSignal) => {
    for (const task of work.tasks) {
      try {
        await work.run(task, signal);
        setDone((before) => [...before, task]);
      } catch (error) {
        if (signal.aborted) return;
        setFailures((before) => [...before, { task, message: toProblem(error).message }]);
      }
      if (signal.aborted) return;
    }
  });
  useEffect(() => {
    const controller = new AbortController();
    abort.current = controller;
    // Strict mode mounts twice: only a mount that stays may begin.
    const timer = setTimeout(() => void start(controller.signal), 0);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, []);
  const tried = done.length + failures.length;
  return (
    <ProgressDialog
      open
      title={work.title}
      done={done.length}
      failed={failures.length}
      total={aborted ? tried : work.tasks.length}
      onAbort={() => {
        abort.current?.abort();
        setAborted(true);
      }}
      onClose={onClose}
    >
      <Box component="ul" sx={{ mt: 1.5, mb: 0, pl: 2, maxHeight: 240, overflow: 'auto' }}>
        {aborted && tried < work.tasks.length ? <li>{work.tasks.length - tried} left alone</li> : null}
        {failures.map(({ task, message }) => (
          <li key={task.id}>
            <b>{task.name}</b>: {message}
          </li>
        ))}
      </Box>
    </ProgressDialog>
  );
}
