import type { SiteDto } from '@tessera/api';
import { FormDialog } from '@tessera/ui';
import { useForm, useWatch } from 'react-hook-form';
import { AddressFields, AreaFields, PriceFields, SignInFields } from './config-fields';
import { changedConfig, configNames, toValues, type ConfigValues } from './config-values';
import { siteName } from './sites-columns';
import { useUpdateConfig } from './sites.api';

/** A site's config: prices, areas, addresses, sign-in. Only what was changed is sent. */
export function ConfigForm({ site, onClose }: { site: SiteDto; onClose: () => void }) {
  const before = toValues(site.config);
  const form = useForm<ConfigValues>({ defaultValues: before });
  const { mutateAsync: update } = useUpdateConfig();
  const values = { ...before, ...useWatch({ control: form.control }) } as ConfigValues;
  const changed = Object.keys(changedConfig(before, values)) as (keyof typeof configNames)[];
  const save = (now: ConfigValues) => update({ id: site.id, body: changedConfig(before, now) });
  const note = `${changed.length} ${changed.length === 1 ? 'change' : 'changes'}: ${changed.map((key) => configNames[key]).join(', ')}.`;
  return (
    <FormDialog
      open
      title={`Configure ${siteName(site)}`}
      subtitle={site.url}
      form={form}
      onSubmit={save}
      onClose={onClose}
      footNote={changed.length > 0 ? note : null}
      blocked={changed.length > 0 ? undefined : 'Nothing is changed'}
    >
      <PriceFields control={form.control} />
      <AreaFields control={form.control} />
      <AddressFields control={form.control} />
      <SignInFields control={form.control} script={site.config.login_js ?? ''} />
    </FormDialog>
  );
}
