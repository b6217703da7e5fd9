import { Box } from '@tessera/ui/mui';
import { useQuery } from '@tanstack/react-query';
import { useLive, type BulkOperationDto } from '@tessera/api';
import { describeError, useSnackbar } from '@tessera/ui';
import { ProgressDialog } from '@tessera/ui/forms';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTexts } from '../../texts';
import { reasonWords, skippedOf } from '../../bulk/skipped-words';
import { isOver, operationQuery, passedOverQuery, SHOWN, useAbortOperation } from './bulk.api';

export interface BulkOperationDialogProps {
  /** The operation as it was when it was asked for. */
  operation: BulkOperationDto;
  /** Whether something undoes it. */
  canUndo: boolean;
  /** Called with how it ended; `undo`: that was asked for instead of closing. */
  onEnd: (operation: BulkOperationDto, undo: boolean) => void;
}

/** Milliseconds until the progress shows: work that is done sooner needs none. */
const DELAY_MS = 600;

/**
 * The progress of a bulk that the server works through: counts, abort, and which tasks were skipped and why. One that
 * reached all of its tasks closes by itself, so that nothing hides its Undo.
 */
export function BulkOperationDialog({ operation, canUndo, onEnd }: BulkOperationDialogProps) {
  const t = useTexts();
  const snackbar = useSnackbar();
  const isLive = useLive().status === 'live';
  const { data: now = operation, error } = useQuery(operationQuery(operation, isLive));
  const over = isOver(now);
  const isWhole = now.state === 'done' && now.passed_over === 0;
  const end = useEffectEvent(() => onEnd(now, false));
  useEffect(() => {
    if (isWhole) end();
  }, [isWhole]);
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  const { data: passedOver } = useQuery(passedOverQuery(now.id, over && now.passed_over > 0));
  const { mutate: abort } = useAbortOperation();
  const tried = now.done + now.passed_over;
  const reasons = new Map<string, { code: string; message: string }>(
    now.reasons.map((reason) => [reason.code, reason]),
  );
  const more = now.passed_over - Math.min(now.passed_over, SHOWN);
  if (isWhole || !(isLate || over)) return null;
  return (
    <ProgressDialog
      open
      title={t(`bulk.${now.command}`, { tasks: t('words.taskCount', { count: now.total }) })}
      done={now.done}
      failed={now.passed_over}
      total={over ? tried : now.total}
      onAbort={() => abort(now.id, { onError: (problem) => snackbar.showError(describeError(problem)) })}
      onClose={() => onEnd(now, false)}
      {...(over && canUndo && now.done > 0 ? { onUndo: () => onEnd(now, true) } : {})}
    >
      <Box sx={{ mt: 1.5, color: 'text.secondary' }}>
        {error && !over
          ? t('bulk.progressFailed', { reason: describeError(error).message })
          : over
            ? null
            : t('bulk.waiting')}
        {over && tried < now.total ? t('bulk.tasksSkipped', { count: now.total - tried }) : null}
      </Box>
      <Box component="ul" sx={{ mt: 1, mb: 0, pl: 2, maxHeight: 240, overflow: 'auto' }}>
        {over
          ? passedOver?.rows.map(({ task_id, name, result }) => (
              <li key={task_id}>
                <b>{name || t('bulk.task', { id: task_id })}</b>{' '}
                {reasonWords(t, now.command, reasons.get(result) ?? { code: result, message: result })}
              </li>
            ))
          : skippedOf(t, now.command, now.reasons).map(({ count, text }) => (
              <li key={text}>{t('bulk.skippedCount', { number: count, reason: text })}</li>
            ))}
        {over && more > 0 ? <li>{t('bulk.more', { count: more })}</li> : null}
      </Box>
    </ProgressDialog>
  );
}
