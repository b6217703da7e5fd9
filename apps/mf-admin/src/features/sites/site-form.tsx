import { useForm } from 'react-hook-form';
import type { Editing, SiteDto } from '@tessera/api';
import { FormDialog, SwitchField, TextField, TimeZoneField, useStaleSave } from '@tessera/ui/forms';
import { useSwitchOff } from '../../switching/use-switch-off';
import { useTexts } from '../../texts';
import { useCreateSite, useReplaceSite, useSetSiteEnabled } from './sites.api';
import { siteName } from './sites-columns';

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

/** Creates or edits a site. */
export function SiteForm({ editing: { row: site, etag }, onReload, onClose }: SiteFormProps) {
  const t = useTexts();
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
  const { mutateAsync: setSiteEnabled } = useSetSiteEnabled();
  const { saveSwitchedOff } = useSwitchOff();
  const stale = useStaleSave({
    name: site ? siteName(t, site) : '',
    fieldLabels: { url: t('sites.addressWord') },
    onReload,
  });
  const submit = (values: Values) => {
    const change = {
      ...values,
      currency: values.currency.trim().toUpperCase() || null,
      time_zone: values.time_zone.trim() || null,
    };
    if (!site) return create(change);
    const body = { ...change, config: site.config };
    const save = () => stale.save(etag, body, (version) => replace({ id: site.id, body, etag: version }));
    if (site.enabled === 0 || values.enabled === 1) return save();
    const what = { kind: 'site', id: site.id, name: siteName(t, site) } as const;
    return saveSwitchedOff(what, save, () => setSiteEnabled({ id: site.id, enabled: 1 }));
  };
  return (
    <FormDialog
      open
      width={560}
      title={site ? t('words.editNamed', { name: siteName(t, site) }) : t('sites.new')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={site ? t('words.save') : t('sites.create')}
    >
      <TextField control={form.control} name="display_name" label={t('sites.displayName')} />
      <TextField
        control={form.control}
        name="name"
        label={t('words.name')}
        help={t('sites.nameHelp')}
        mono
        rules={{ required: t('words.nameMissing') }}
      />
      <TextField control={form.control} name="url" label={t('words.address')} placeholder="https://" mono />
      <TextField
        control={form.control}
        name="currency"
        label={t('sites.currency')}
        optional
        help={t('sites.currencyHelp')}
        maxLength={3}
      />
      <TimeZoneField
        control={form.control}
        name="time_zone"
        label={t('sites.timeZone')}
        optional
        help={t('sites.timeZoneHelp')}
      />
      <SwitchField
        control={form.control}
        name="enabled"
        numeric
        label={t('sites.enabled')}
        help={t('sites.enabledHelp')}
      />
      {stale.dialog}
    </FormDialog>
  );
}
