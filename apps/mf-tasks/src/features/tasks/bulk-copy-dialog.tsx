import { Box } from '@tessera/ui/mui';
import { CheckboxField, FormDialog } from '@tessera/ui/forms';
import { useForm } from 'react-hook-form';
import { placesLeft, useTasksLimit } from '../../lookups/use-tasks-limit';
import { useTexts } from '../../texts';
import { BulkForeseen } from './bulk-foreseen';
import type { BulkForm } from './use-bulk-actions';

/** Duplicates many tasks: how many come, what of the limit is left then, and which are passed over and why. */
export function BulkCopyDialog({ asked, onClose }: { asked: BulkForm; onClose: () => void }) {
  const t = useTexts();
  const { foreseen, selected, send } = asked;
  const form = useForm({ defaultValues: { start: true } });
  const limit = useTasksLimit(selected[0]?.realm_id ?? null);
  const places = placesLeft(limit);
  const tasks = t('words.taskCount', { count: foreseen.eligible });
  const suffix = t('tasks.copyOf', { name: '' });
  return (
    <FormDialog
      open
      title={t('bulk.copies.title', { tasks })}
      form={form}
      width={560}
      submitLabel={t('bulk.copies.submit', { tasks })}
      blocked={foreseen.eligible === 0 ? t('bulk.noneEligible') : undefined}
      onSubmit={({ start }) => send({ copy: { suffix, start } })}
      onClose={onClose}
    >
      <BulkForeseen form={asked} />
      <Box>{t('bulk.copies.body', { suffix: suffix.trim() })}</Box>
      {limit && places !== undefined ? (
        <Box sx={{ color: 'text.secondary' }}>
          {t('bulk.copies.room', {
            max: limit.max,
            free: places,
            left: Math.max(0, places - foreseen.eligible),
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
