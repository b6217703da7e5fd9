import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { NewWorkerTokenDto } from '@tessera/api';
import { FormDialog, TextField } from '@tessera/ui/forms';
import { realmChoicesQuery, siteChoicesQuery } from '../../lookups/choices.api';
import { ChoicesField } from '../../lookups/choices-field';
import { useTexts } from '../../texts';
import { useCreateToken } from './workers.api';

interface TokenValues {
  name: string;
  /** Empty: all. */
  site_ids: number[];
  realm_ids: number[];
}

/** Creates a worker token for some or all sites and realms. */
export function TokenForm({
  onCreated,
  onClose,
}: {
  onCreated: (token: NewWorkerTokenDto) => void;
  onClose: () => void;
}) {
  const t = useTexts();
  const form = useForm<TokenValues>({ defaultValues: { name: '', site_ids: [], realm_ids: [] } });
  const { data: sites = [] } = useQuery(siteChoicesQuery());
  const { data: realms = [] } = useQuery(realmChoicesQuery());
  const { mutateAsync: create } = useCreateToken();
  return (
    <FormDialog
      open
      width={560}
      title={t('workers.newToken')}
      form={form}
      onSubmit={async (values) => onCreated(await create(values))}
      onClose={onClose}
      submitLabel={t('workers.createToken')}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('words.name')}
        help={t('workers.nameHelp')}
        maxLength={120}
        rules={{ required: t('words.nameMissing') }}
      />
      <ChoicesField
        control={form.control}
        name="site_ids"
        label={t('workers.sites')}
        help={t('workers.sitesHelp')}
        choices={sites.map(({ id, name, display_name }) => ({ id, label: display_name || name }))}
      />
      <ChoicesField
        control={form.control}
        name="realm_ids"
        label={t('workers.realms')}
        help={t('workers.realmsHelp')}
        choices={realms.map(({ id, name }) => ({ id, label: name }))}
      />
    </FormDialog>
  );
}
