import { Alert, skippedText } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import { describeSkipped, skipReasonText } from '../../bulk/skip-reason-text';
import { useTexts } from '../../texts';
import type { BulkForm } from './use-bulk-actions';

/** The most tasks that are listed by name. */
const MAX_NAMED = 8;

/** The tasks that a command would skip, with the reasons; nothing when it skips none. */
export function BulkPreview({ form: { what, preview, selected } }: { form: BulkForm }) {
  const t = useTexts();
  if (preview.ineligible === 0) return null;
  const reasons = new Map<string, { code: string; message: string }>(
    preview.reasons.map((reason) => [reason.code, { ...reason, status: null }]),
  );
  const tasks = new Map(selected.map((task) => [task.id, task]));
  const skipped = preview.results.filter(({ result }) => result !== 'done');
  const more = skipped.length - MAX_NAMED;
  return (
    <Alert tone="warning" title={skippedText(describeSkipped(t, what, preview.reasons))}>
      <Box component="ul" sx={{ my: 0.5, pl: 2 }}>
        {skipped.slice(0, MAX_NAMED).map(({ task_id, result }) => {
          const reason = reasons.get(result) ?? { code: result, message: result };
          const task = tasks.get(task_id);
          return (
            <li key={task_id}>
              <b>{task?.name || t('bulk.task', { id: task_id })}</b>{' '}
              {skipReasonText(t, what, { ...reason, status: task?.status ?? null })}
            </li>
          );
        })}
        {more > 0 ? <li>{t('bulk.more', { count: more })}</li> : null}
      </Box>
    </Alert>
  );
}
