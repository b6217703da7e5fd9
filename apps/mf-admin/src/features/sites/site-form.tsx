import type { Editing, SiteDto } from '@tessera/api';
import { FormDialog, SwitchField, TextField, useStaleSave } from '@tessera/ui';
import { useForm } from 'react-hook-form';
import { siteName } from './sites-columns';
import { useCreateSite, useReplaceSite } from './sites.api';

interface Values {
  name: string;
  display_name: string;
  url: string;
  currency: string;
  time_zone: string;
  enabled: 0 | 1;
}

export interface SiteFormProps {
  editing: Editing<SiteDto>;
  onReload: () => void;
  onClose: () => void;
}

/** Makes a site, or changes what it is called, where it is and whether work runs there. */
export function SiteForm({ editing: { row: site, etag }, onReload, onClose }: SiteFormProps) {
  const form = useForm<Values>({
    defaultValues: {
      name: site?.name ?? '',
      display_name: site?.display_name ?? '',
      url: site?.url ?? '',
      currency: site?.currency ?? '',
      time_zone: site?.time_zone ?? '',
      enabled: site?.enabled ?? 1,
    },
  });
  const { mutateAsync: create } = useCreateSite();
  const { mutateAsync: replace } = useReplaceSite();
  const stale = useStaleSave({
    name: site ? siteName(site) : 'The site',
    words: { url: 'address' },
    onReload,
  });
  const save = (values: Values) => {
    const change = {
      ...values,
      currency: values.currency.trim().toUpperCase() || null,
      time_zone: values.time_zone.trim() || null,
    };
    if (!site) return create(change);
    const body = { ...change, config: site.config };
    return stale.save(etag, body, (version) => replace({ id: site.id, body, etag: version }));
  };
  return (
    <FormDialog
      open
      width={560}
      title={site ? `Edit ${siteName(site)}` : 'New site'}
      form={form}
      onSubmit={save}
      onClose={onClose}
      submitLabel={site ? 'Save' : 'Create site'}
    >
      <TextField control={form.control} name="display_name" label="Display name" />
      <TextField
        control={form.control}
        name="name"
        label="Name"
        help="Short, as in queues and logs"
        mono
        rules={{ required: 'A site needs a name' }}
      />
      <TextField control={form.control} name="url" label="Address" placeholder="https://" mono />
      <TextField
        control={form.control}
        name="currency"
        label="Currency"
        optional
        help="ISO 4217, such as GBP"
        maxLength={3}
      />
      <TextField
        control={form.control}
        name="time_zone"
        label="Time zone"
        optional
        help="Of the venue, such as Europe/London"
      />
      <SwitchField
        control={form.control}
        name="enabled"
        numeric
        label="Enabled"
        help="Off: nothing is started for this site"
      />
      {stale.dialog}
    </FormDialog>
  );
}
