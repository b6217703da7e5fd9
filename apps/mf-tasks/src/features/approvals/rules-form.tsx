import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type ApprovalRulesDto, useCan } from '@tessera/api';
import { useSnackbar } from '@tessera/ui';
import { FormDialog, NumberField, PlainSelect, TextField } from '@tessera/ui/forms';
import { approvalRulesQuery, useSetRules } from '../../approvals/approvals.api';
import { realmsQuery } from '../../lookups/lookups.api';
import { useTexts } from '../../texts';

const limits = ['per_launch', 'per_event', 'per_month'] as const;

type Values = { currency: string } & Record<(typeof limits)[number], number | null>;

const valuesOf = ({ currency, per_launch, per_event, per_month }: ApprovalRulesDto): Values => ({
  currency: currency ?? 'GBP',
  per_launch,
  per_event,
  per_month,
});

const noRules: Values = { currency: '', per_launch: null, per_event: null, per_month: null };

export interface RulesFormProps {
  /** The realm that an administrator sees first; undefined: none yet. */
  realmId: number | undefined;
  onClose: () => void;
}

/** From which sums a second person decides in the user's realm, or in the one that an administrator chooses. */
export function RulesForm({ realmId: first, onClose }: RulesFormProps) {
  const t = useTexts();
  const { show } = useSnackbar();
  const isAdmin = useCan('admin', 'all');
  const [chosen, setChosen] = useState(first);
  const realmId = isAdmin ? chosen : undefined;
  const { data: realms } = useQuery(realmsQuery(isAdmin));
  const { data: rules } = useQuery({
    ...approvalRulesQuery(realmId),
    enabled: !isAdmin || realmId !== undefined,
  });
  const { mutateAsync: save } = useSetRules();
  const form = useForm<Values>({
    defaultValues: noRules,
    ...(rules ? { values: valuesOf(rules) } : {}),
  });
  const isMissing = rules === undefined;
  if (isMissing && !isAdmin) return null;
  return (
    <FormDialog
      open
      width={440}
      title={t('approvals.rulesTitle')}
      subtitle={t('approvals.rulesHelp')}
      form={form}
      onSubmit={async (values) => {
        await save({ ...values, ...(realmId === undefined ? {} : { realm_id: realmId }) });
        show(t('approvals.rulesSaved'));
      }}
      onClose={onClose}
      submitLabel={t('approvals.save')}
      blocked={isMissing ? t('approvals.chooseRealm') : undefined}
    >
      {isAdmin ? (
        <PlainSelect
          label={t('words.realm')}
          value={realms && chosen !== undefined ? String(chosen) : ''}
          empty={t('approvals.chooseRealm')}
          onChange={(id) => setChosen(id === '' ? undefined : Number(id))}
          options={realms?.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
        />
      ) : null}
      <TextField
        control={form.control}
        name="currency"
        label={t('approvals.currency')}
        maxLength={3}
        disabled={isMissing}
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
          disabled={isMissing}
        />
      ))}
    </FormDialog>
  );
}
