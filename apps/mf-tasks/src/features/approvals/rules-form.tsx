import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { ApprovalRulesDto } from '@tessera/api';
import { useSnackbar } from '@tessera/ui';
import { FormDialog, NumberField, TextField } from '@tessera/ui/forms';
import { approvalRulesQuery, useSetRules } from '../../approvals/approvals.api';
import { useTexts } from '../../texts';

const limits = ['per_launch', 'per_event', 'per_month'] as const;

type Values = { currency: string } & Record<(typeof limits)[number], number | null>;

/** From which sums a second person decides in the user's realm. */
export function RulesForm({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(approvalRulesQuery());
  return data ? <LoadedForm rules={data} onClose={onClose} /> : null;
}

function LoadedForm({ rules, onClose }: { rules: ApprovalRulesDto; onClose: () => void }) {
  const t = useTexts();
  const { show } = useSnackbar();
  const { mutateAsync: save } = useSetRules();
  const { currency, per_launch, per_event, per_month } = rules;
  const form = useForm<Values>({
    defaultValues: { currency: currency ?? 'GBP', per_launch, per_event, per_month },
  });
  return (
    <FormDialog
      open
      width={440}
      title={t('approvals.rulesTitle')}
      subtitle={t('approvals.rulesHelp')}
      form={form}
      onSubmit={async (values) => {
        await save(values);
        show(t('approvals.rulesSaved'));
      }}
      onClose={onClose}
      submitLabel={t('approvals.save')}
    >
      <TextField
        control={form.control}
        name="currency"
        label={t('approvals.currency')}
        maxLength={3}
        rules={{ pattern: { value: /^[A-Z]{3}$/, message: t('approvals.currencyWrong') } }}
      />
      {limits.map((name) => (
        <NumberField
          key={name}
          control={form.control}
          name={name}
          label={t(`approvals.rules.${name}`)}
          min={0}
          decimal
          optional
        />
      ))}
    </FormDialog>
  );
}
