import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { type NewServiceTokenDto, useUser } from '@tessera/api';
import type { Duty } from '@tessera/domain';
import { FormDialog, SelectField, TextField } from '@tessera/ui/forms';
import { DutiesField } from '../../accounts/duties-field';
import { realmChoicesQuery } from '../../lookups/choices.api';
import { ChoicesField } from '../../lookups/choices-field';
import { useTexts } from '../../texts';
import { useCreateServiceToken } from './service-tokens.api';

/** Days until a token expires that can be chosen. */
const LIFETIMES = [7, 30, 90, 180, 365] as const;

interface Values {
  name: string;
  expires_in_days: number;
  duties: Duty[];
  realm_ids: number[];
}

/** Creates a service token: an owner's for their realm, an administrator's for those chosen. */
export function ServiceTokenForm({
  onCreated,
  onClose,
}: {
  onCreated: (token: NewServiceTokenDto) => void;
  onClose: () => void;
}) {
  const t = useTexts();
  const isAdmin = useUser().role === 'admin';
  const form = useForm<Values>({
    defaultValues: { name: '', expires_in_days: 90, duties: [], realm_ids: [] },
  });
  const { data: realms = [] } = useQuery({ ...realmChoicesQuery(), enabled: isAdmin });
  const { mutateAsync: create } = useCreateServiceToken();
  const send = async ({ realm_ids, ...values }: Values) =>
    onCreated(await create({ ...values, realm_ids: isAdmin ? realm_ids : undefined }));
  return (
    <FormDialog
      open
      width={560}
      title={t('serviceTokens.create')}
      subtitle={t('serviceTokens.about')}
      form={form}
      onSubmit={send}
      onClose={onClose}
      submitLabel={t('serviceTokens.submit')}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('serviceTokens.name')}
        help={t('serviceTokens.nameHelp')}
        maxLength={120}
        rules={{ required: t('words.nameMissing') }}
      />
      <SelectField
        control={form.control}
        name="expires_in_days"
        label={t('serviceTokens.expiresIn')}
        numeric
        options={LIFETIMES.map((days) => ({
          value: String(days),
          label: t('serviceTokens.days', { count: days }),
        }))}
      />
      {isAdmin ? (
        <ChoicesField
          control={form.control}
          name="realm_ids"
          label={t('serviceTokens.realms')}
          help={t('serviceTokens.realmsHelp')}
          rules={{ validate: (chosen) => chosen.length > 0 || t('serviceTokens.realmsMissing') }}
          choices={realms.map(({ id, name }) => ({ id, label: name }))}
        />
      ) : null}
      <DutiesField control={form.control} name="duties" help={t('serviceTokens.dutiesHelp')} />
    </FormDialog>
  );
}
