import { useForm } from 'react-hook-form';
import { CheckboxField, FormDialog } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { freeTaskCount, useTasksLimit } from '../../lookups/use-tasks-limit';
import { useTexts } from '../../texts';
import { BulkPreview } from './bulk-preview';
import type { BulkForm } from './use-bulk-actions';

/** Confirms duplicating tasks: their number, the rest of the task limit, and the skipped tasks with reasons. */
export function BulkCopyDialog({ bulkForm, onClose }: { bulkForm: BulkForm; onClose: () => void }) {
  const t = useTexts();
  const { preview, selected, send } = bulkForm;
  const form = useForm({ defaultValues: { start: true } });
  const limit = useTasksLimit(selected[0]?.realm_id ?? null);
  const freeTasks = freeTaskCount(limit);
  const tasks = t('words.taskCount', { count: preview.eligible });
  const suffix = t('tasks.copyOf', { name: '' });
  return (
    <FormDialog
      open
      title={t('bulk.copies.title', { tasks })}
      form={form}
      width={560}
      submitLabel={t('bulk.copies.submit', { tasks })}
      blocked={preview.eligible === 0 ? t('bulk.noneEligible') : undefined}
      onSubmit={({ start }) => send({ copy: { suffix, start } })}
      onClose={onClose}
    >
      <BulkPreview form={bulkForm} />
      <Box>{t('bulk.copies.body', { suffix: suffix.trim() })}</Box>
      {limit && freeTasks !== undefined ? (
        <Box sx={{ color: 'text.secondary' }}>
          {t('bulk.copies.room', {
            max: limit.max,
            free: freeTasks,
            left: Math.max(0, freeTasks - preview.eligible),
          })}
        </Box>
      ) : null}
      <CheckboxField
        control={form.control}
        name="start"
        label={t('bulk.copies.start')}
        help={t('bulk.copies.startHelp')}
      />
    </FormDialog>
  );
}
