import { Alert, skippedText } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import type { BulkForm } from './use-bulk-actions';
import { reasonWords, skippedOf } from '../../bulk/skipped-words';

/** Tasks named one by one. */
const NAMED = 8;

/** Which of the tasks a command would skip and why; nothing when it fits all. */
export function BulkForeseen({ form: { what, foreseen, selected } }: { form: BulkForm }) {
  const t = useTexts();
  if (foreseen.ineligible === 0) return null;
  const reasons = new Map<string, { code: string; message: string }>(
    foreseen.reasons.map((reason) => [reason.code, { ...reason, status: null }]),
  );
  const tasks = new Map(selected.map((task) => [task.id, task]));
  const left = foreseen.results.filter(({ result }) => result !== 'done');
  const more = left.length - NAMED;
  return (
    <Alert tone="warning" title={skippedText(skippedOf(t, what, foreseen.reasons))}>
      <Box component="ul" sx={{ my: 0.5, pl: 2 }}>
        {left.slice(0, NAMED).map(({ task_id, result }) => {
          const reason = reasons.get(result) ?? { code: result, message: result };
          const task = tasks.get(task_id);
          return (
            <li key={task_id}>
              <b>{task?.name || t('bulk.task', { id: task_id })}</b>{' '}
              {reasonWords(t, what, { ...reason, status: task?.status ?? null })}
            </li>
          );
        })}
        {more > 0 ? <li>{t('bulk.more', { count: more })}</li> : null}
      </Box>
    </Alert>
  );
}
