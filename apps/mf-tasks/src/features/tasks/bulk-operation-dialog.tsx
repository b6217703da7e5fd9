import { Box } from '@tessera/ui/mui';
import { useQuery } from '@tanstack/react-query';
import { useLive, type BulkOperationDto } from '@tessera/api';
import { toProblem, useSnackbar } from '@tessera/ui';
import { ProgressDialog } from '@tessera/ui/forms';
import { useTexts } from '../../texts';
import { isOver, operationQuery, passedOverQuery, SHOWN, useAbortOperation } from './bulk.api';

export interface BulkOperationDialogProps {
  /** The operation as it was when it was asked for. */
  operation: BulkOperationDto;
  /** Called with how it ended, once the dialog is closed. */
  onClose: (operation: BulkOperationDto) => void;
}

/** The progress of a bulk that the server works through: counts, abort, and which tasks were passed over and why. */
export function BulkOperationDialog({ operation, onClose }: BulkOperationDialogProps) {
  const t = useTexts();
  const snackbar = useSnackbar();
  const isLive = useLive().status === 'live';
  const { data: now = operation, error } = useQuery(operationQuery(operation, isLive));
  const over = isOver(now);
  const { data: passedOver } = useQuery(passedOverQuery(now.id, over && now.passed_over > 0));
  const { mutate: abort } = useAbortOperation();
  const tried = now.done + now.passed_over;
  const words = new Map(now.reasons.map(({ code, message }) => [code, message]));
  const more = now.passed_over - Math.min(now.passed_over, SHOWN);
  return (
    <ProgressDialog
      open
      title={t(`bulk.${now.command}`, { tasks: now.total })}
      done={now.done}
      failed={now.passed_over}
      total={over ? tried : now.total}
      onAbort={() => abort(now.id, { onError: (problem) => snackbar.fail(toProblem(problem)) })}
      onClose={() => onClose(now)}
    >
      <Box sx={{ mt: 1.5, color: 'text.secondary' }}>
        {error && !over
          ? t('bulk.unreadable', { reason: toProblem(error).message })
          : over
            ? null
            : t('bulk.waiting')}
        {over && tried < now.total ? t('bulk.leftAlone', { count: now.total - tried }) : null}
      </Box>
      <Box component="ul" sx={{ mt: 1, mb: 0, pl: 2, maxHeight: 240, overflow: 'auto' }}>
        {over
          ? passedOver?.rows.map(({ task_id, name, result }) => (
              <li key={task_id}>
                <b>{name || t('bulk.task', { id: task_id })}</b>: {words.get(result) ?? result}
              </li>
            ))
          : now.reasons.map(({ code, message, count }) => (
              <li key={code}>{t('words.reason', { number: count, reason: message })}</li>
            ))}
        {over && more > 0 ? <li>{t('bulk.more', { count: more })}</li> : null}
      </Box>
    </ProgressDialog>
  );
}
