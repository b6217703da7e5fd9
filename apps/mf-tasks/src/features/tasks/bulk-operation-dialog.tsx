import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { type BulkOperationDto, useLive } from '@tessera/api';
import { describeError, useSnackbar } from '@tessera/ui';
import { ProgressDialog } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { describeSkipped, skipReasonText } from '../../bulk/skip-reason-text';
import { useTexts } from '../../texts';
import { isFinished, MAX_SHOWN, operationQuery, skippedTasksQuery, useAbortOperation } from './bulk.api';

export interface BulkOperationDialogProps {
  /** The operation as the command returned it. */
  operation: BulkOperationDto;
  /** Whether it can be undone. */
  canUndo: boolean;
  /** Called with the ended operation; `undo`: the user chose Undo instead of closing. */
  onEnd: (operation: BulkOperationDto, undo: boolean) => void;
}

/** Milliseconds before the progress is shown; shorter operations show none. */
const DELAY_MS = 600;

/**
 * The progress of a bulk operation: counts, Abort, and the skipped tasks with reasons. Closes automatically when no task was
 * skipped, so that it doesn't cover the toast with Undo.
 */
export function BulkOperationDialog({ operation, canUndo, onEnd }: BulkOperationDialogProps) {
  const t = useTexts();
  const snackbar = useSnackbar();
  const isLive = useLive().status === 'live';
  const { data: current = operation, error } = useQuery(operationQuery(operation, isLive));
  const isOver = isFinished(current);
  const isComplete = current.state === 'done' && current.passed_over === 0;
  const end = useEffectEvent(() => onEnd(current, false));
  useEffect(() => {
    if (isComplete) end();
  }, [isComplete]);
  const [isDelayOver, setIsDelayOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDelayOver(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  const { data: skipped } = useQuery(skippedTasksQuery(current.id, isOver && current.passed_over > 0));
  const { mutate: abort } = useAbortOperation();
  const attempted = current.done + current.passed_over;
  const reasons = new Map<string, { code: string; message: string }>(
    current.reasons.map((reason) => [reason.code, reason]),
  );
  const more = current.passed_over - Math.min(current.passed_over, MAX_SHOWN);
  if (isComplete || !(isDelayOver || isOver)) return null;
  return (
    <ProgressDialog
      open
      title={t(`bulk.${current.command}`, { tasks: t('words.taskCount', { count: current.total }) })}
      done={current.done}
      failed={current.passed_over}
      total={isOver ? attempted : current.total}
      onAbort={() => abort(current.id, { onError: (problem) => snackbar.showError(describeError(problem)) })}
      onClose={() => onEnd(current, false)}
      onUndo={isOver && canUndo && current.done > 0 ? () => onEnd(current, true) : undefined}
    >
      <Box sx={{ mt: 1.5, color: 'text.secondary' }}>
        {error && !isOver
          ? t('bulk.progressFailed', { reason: describeError(error).message })
          : isOver
            ? null
            : t('bulk.waiting')}
        {isOver && attempted < current.total
          ? t('bulk.tasksSkipped', { count: current.total - attempted })
          : null}
      </Box>
      <Box component="ul" sx={{ mt: 1, mb: 0, pl: 2, maxHeight: 240, overflow: 'auto' }}>
        {isOver
          ? skipped?.rows.map(({ task_id, name, result }) => (
              <li key={task_id}>
                <b>{name || t('bulk.task', { id: task_id })}</b>{' '}
                {skipReasonText(t, current.command, reasons.get(result) ?? { code: result, message: result })}
              </li>
            ))
          : describeSkipped(t, current.command, current.reasons).map(({ count, text }) => (
              <li key={text}>{t('bulk.skippedCount', { number: count, reason: text })}</li>
            ))}
        {isOver && more > 0 ? <li>{t('bulk.more', { count: more })}</li> : null}
      </Box>
    </ProgressDialog>
  );
}
