import { useForm } from 'react-hook-form';
import { useSnackbar } from '@tessera/ui';
import { FormDialog, NumberField, TextField } from '@tessera/ui/forms';
import { useTexts } from '../../texts';
import { useSetBudget } from './on-sale.api';

export interface BudgetFormProps {
  eventId: number;
  amount: number | null;
  currency: string;
  onClose: () => void;
}

/** Sets what the realm means to spend on the event. */
export function BudgetForm({ eventId, amount, currency, onClose }: BudgetFormProps) {
  const t = useTexts();
  const snackbar = useSnackbar();
  const { mutateAsync: save } = useSetBudget(eventId);
  const form = useForm<{ amount: number | null; currency: string }>({ defaultValues: { amount, currency } });
  return (
    <FormDialog
      open
      title={t('onSale.setCeiling')}
      form={form}
      width={460}
      onSubmit={async (values) => {
        await save({ ...values, currency: values.currency.trim().toUpperCase() });
        snackbar.show(t('onSale.ceilingSaved'));
      }}
      onClose={onClose}
    >
      <NumberField
        control={form.control}
        name="amount"
        label={t('onSale.ceiling')}
        decimal
        min={0}
        optional
        autoFocus
        help={t('onSale.ceilingHelp')}
      />
      <TextField control={form.control} name="currency" label={t('onSale.currency')} maxLength={3} />
    </FormDialog>
  );
}
