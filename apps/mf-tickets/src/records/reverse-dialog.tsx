import { useForm } from 'react-hook-form';
import { useSnackbar } from '@tessera/ui';
import { FormDialog, TextField } from '@tessera/ui/forms';
import { useTexts } from '../texts';
import { type RecordFacts, useNeedsReason, useReverse } from './records.api';

const MAX_REASON = 500;

/** Asks for the reason where one is needed, says what a reversal does, and reverses the record. */
export function ReverseDialog({ record, onClose }: { record: RecordFacts; onClose: () => void }) {
  const t = useTexts();
  const { show } = useSnackbar();
  const form = useForm<{ reason: string }>({ defaultValues: { reason: '' } });
  const reverse = useReverse();
  const isNeeded = useNeedsReason()(record);
  const save = async ({ reason }: { reason: string }) => {
    await reverse(record.ids, reason.trim());
    show(t('records.reversed'));
  };
  return (
    <FormDialog
      open
      width={480}
      title={t('records.reverseTitle')}
      subtitle={record.name}
      form={form}
      onSubmit={save}
      onClose={onClose}
      submitLabel={t('records.reverseSeats', { count: record.ids.length })}
    >
      <p>{t('records.reverseBody', { count: record.ids.length })}</p>
      <TextField
        control={form.control}
        name="reason"
        label={t('records.reason')}
        optional={!isNeeded}
        help={t(isNeeded ? 'records.reasonNeeded' : 'records.reasonOptional')}
        rules={{
          maxLength: { value: MAX_REASON, message: t('records.reasonLong') },
          required: isNeeded ? t('records.reasonMissing') : undefined,
        }}
        maxLength={MAX_REASON}
      />
    </FormDialog>
  );
}
