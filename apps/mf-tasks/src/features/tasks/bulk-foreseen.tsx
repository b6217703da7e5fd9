import { Notice } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import type { BulkForm } from './use-bulk-actions';
import { passedOver } from './bulk-words';

/** Tasks named one by one. */
const NAMED = 8;

/** Which of the tasks a command would pass over and why; nothing when it fits all. */
export function BulkForeseen({ form: { foreseen, selected } }: { form: BulkForm }) {
  const t = useTexts();
  if (foreseen.ineligible === 0) return null;
  const words = new Map(foreseen.reasons.map(({ code, message }) => [code, message]));
  const names = new Map(selected.map(({ id, name }) => [id, name]));
  const left = foreseen.results.filter(({ result }) => result !== 'done');
  const more = left.length - NAMED;
  return (
    <Notice tone="warning" title={passedOver(t, foreseen)}>
      <Box component="ul" sx={{ my: 0.5, pl: 2 }}>
        {left.slice(0, NAMED).map(({ task_id, result }) => (
          <li key={task_id}>
            <b>{names.get(task_id) || t('bulk.task', { id: task_id })}</b>: {words.get(result) ?? result}
          </li>
        ))}
        {more > 0 ? <li>{t('bulk.more', { count: more })}</li> : null}
      </Box>
    </Notice>
  );
}
