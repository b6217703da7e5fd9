import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import type { Editing, IdentityProviderDto } from '@tessera/api';
import {
  CheckboxField,
  FormDialog,
  SecretField,
  SelectField,
  TextField,
  useStaleSave,
} from '@tessera/ui/forms';
import { realmChoicesQuery } from '../../lookups/choices.api';
import { useTexts } from '../../texts';
import { ProviderAddresses } from './provider-addresses';
import { type ProviderValues, toBody, toValues } from './provider-values';
import { useCreateProvider, useUpdateProvider } from './providers.api';
import { RuleTrial } from './rule-trial';
import { RulesField } from './rules-field';

export interface ProviderFormProps {
  editing: Editing<IdentityProviderDto>;
  onReload: () => void;
  onClose: () => void;
}

/** Creates or edits an identity provider. The server reads its configuration before it saves. */
export function ProviderForm({ editing: { row: provider, etag }, onReload, onClose }: ProviderFormProps) {
  const t = useTexts();
  const form = useForm<ProviderValues>({ defaultValues: toValues(provider) });
  const { control } = form;
  const { data: realms = [] } = useQuery(realmChoicesQuery());
  const { mutateAsync: create } = useCreateProvider();
  const { mutateAsync: update } = useUpdateProvider();
  const stale = useStaleSave({ name: provider?.name ?? '', fieldLabels: {}, onReload });
  const realmId = useWatch({ control, name: 'realm_id' });
  const save = (values: ProviderValues) => {
    const { client_secret, ...body } = toBody(values);
    const secret = client_secret === undefined ? {} : { client_secret };
    if (!provider) return create({ ...body, ...secret, realm_id: values.realm_id });
    // The configuration is read again only when it changes.
    const { issuer, client_id, ...rest } = body;
    const change = {
      ...rest,
      ...(issuer === provider.issuer ? {} : { issuer }),
      ...(client_id === provider.client_id ? {} : { client_id }),
      ...secret,
    };
    return stale.save(etag, change, (version) => update({ id: provider.id, body: change, etag: version }));
  };
  return (
    <FormDialog
      open
      width={720}
      title={provider ? t('words.editNamed', { name: provider.name }) : t('providers.new')}
      form={form}
      onSubmit={save}
      onClose={onClose}
      submitLabel={provider ? t('words.save') : t('providers.create')}
    >
      {provider ? null : (
        <SelectField
          control={control}
          name="realm_id"
          label={t('providers.for')}
          numeric
          empty={t('providers.installation')}
          options={realms.map(({ id, name }) => ({ value: String(id), label: name }))}
          help={t('providers.realmHelp')}
        />
      )}
      <TextField
        control={control}
        name="name"
        label={t('providers.name')}
        help={t('providers.nameHelp')}
        maxLength={100}
        rules={{ required: t('words.nameMissing') }}
      />
      <ProviderAddresses provider={provider} />
      <TextField
        control={control}
        name="issuer"
        label={t('providers.issuer')}
        help={t('providers.issuerHelp')}
        rules={{ required: t('providers.issuerMissing') }}
      />
      <TextField
        control={control}
        name="client_id"
        label={t('providers.clientId')}
        rules={{ required: t('providers.clientIdMissing') }}
      />
      <SecretField
        control={control}
        name="client_secret"
        label={t('providers.clientSecret')}
        stored={provider?.client_secret}
        optional
      />
      <TextField
        control={control}
        name="scopes"
        label={t('providers.scopes')}
        help={t('providers.scopesHelp')}
      />
      {realmId === null ? (
        <CheckboxField
          control={control}
          name="only_for_administrators"
          label={t('providers.onlyAdministrators')}
          help={t('providers.onlyAdministratorsHelp')}
        />
      ) : (
        <TextField
          control={control}
          name="domains"
          label={t('providers.domains')}
          help={t('providers.domainsHelp')}
        />
      )}
      <CheckboxField
        control={control}
        name="creates_accounts"
        label={t('providers.createsAccounts')}
        help={t('providers.createsAccountsHelp')}
      />
      <RulesField control={control} realmId={realmId} realms={realms} />
      <RuleTrial control={control} realmId={realmId} />
      {stale.dialog}
    </FormDialog>
  );
}
