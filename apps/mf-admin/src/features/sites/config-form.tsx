import type { Editing, SiteDto } from '@tessera/api';
import { SegmentedControl } from '@tessera/ui';
import { Box, Link } from '@tessera/ui/mui';
import { FormDialog, SectionNav, useStaleSave } from '@tessera/ui/forms';
import { useState, type FocusEvent } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTexts, type AdminTexts } from '../../texts';
import { AddressFields, AreaFields, PriceFields, SignInFields } from './config-fields';
import { toJson } from './config-json';
import { ConfigJsonView } from './config-json-view';
import { markedSections, sectionId, type ConfigSection } from './config-sections';
import { changedConfig, configNames, toValues, type ConfigValues } from './config-values';
import { siteName } from './sites-columns';
import { useUpdateConfig } from './sites.api';
import { useJsonText } from './use-json-text';

export interface ConfigFormProps {
  site: SiteDto;
  etag: string | null;
  onReload: () => void;
  onClose: () => void;
}

/** A site's config as a form or as JSON: prices, areas, addresses, sign-in. Only what was changed is sent. */
export function ConfigForm({ site, etag, onReload, onClose }: ConfigFormProps) {
  const t = useTexts();
  const names = configNames(t);
  const [before] = useState(() => toValues(site.config));
  const [at, setAt] = useState<string>('prices');
  const form = useForm<ConfigValues>({ defaultValues: before, mode: 'onChange' });
  const { errors } = form.formState;
  const { mutateAsync: update } = useUpdateConfig();
  const stale = useStaleSave({ name: siteName(t, site), fieldLabels: names, onReload });
  const values = { ...before, ...useWatch({ control: form.control }) } as ConfigValues;
  const changed = Object.keys(changedConfig(before, values)) as (keyof ConfigValues)[];
  const json = useJsonText(form, values);
  const save = (now: ConfigValues) => {
    const body = changedConfig(before, now);
    return stale.save(etag, body, (version) => update({ id: site.id, body, etag: version }));
  };
  const goTo = (id: string) => {
    setAt(id);
    json.close();
    // The section is there once the form is drawn again.
    requestAnimationFrame(() => document.getElementById(sectionId(id as ConfigSection))?.scrollIntoView());
  };
  const note = t('config.changes', {
    count: changed.length,
    fields: changed.map((key) => names[key]).join(', '),
  });
  return (
    <FormDialog
      open
      title={t('sites.configureNamed', { name: siteName(t, site) })}
      subtitle={
        <Box component="span" sx={{ fontFamily: '"IBM Plex Mono", monospace', fontSize: 12 }}>
          {site.url.replace(/^https?:\/\//, '')}
        </Box>
      }
      form={form}
      onSubmit={save}
      onClose={onClose}
      sidebar={
        <SectionNav
          label={t('config.sections')}
          sections={markedSections(t, errors, changed)}
          current={at}
          onSelect={goTo}
        />
      }
      tools={<ViewSwitch open={json.open} error={json.error} onForm={json.close} onJson={json.show} />}
      footerNote={
        changed.length > 0 ? (
          <>
            {note}{' '}
            {json.open ? null : (
              <Link component="button" type="button" onClick={json.show}>
                {t('config.showDifference')}
              </Link>
            )}
          </>
        ) : null
      }
      submitLabel={t('words.save')}
      blocked={blockedBy(t, Object.keys(errors).length, json.error, changed.length)}
    >
      {json.open ? (
        <ConfigJsonView
          text={json.text}
          onText={json.write}
          error={json.error}
          before={toJson(before)}
          after={toJson(values)}
        />
      ) : (
        <Box
          sx={{ display: 'grid', gap: 2.5 }}
          onFocus={(event: FocusEvent<HTMLElement>) => {
            const inside = event.target.closest('section')?.id.replace('config-', '');
            if (inside) setAt(inside);
          }}
        >
          <PriceFields control={form.control} />
          <AreaFields control={form.control} />
          <AddressFields control={form.control} />
          <SignInFields control={form.control} script={site.config.login_js ?? ''} />
        </Box>
      )}
      {stale.dialog}
    </FormDialog>
  );
}

/** Why saving isn't possible now. */
function blockedBy(
  t: AdminTexts,
  errors: number,
  jsonError: string | undefined,
  changes: number,
): string | undefined {
  if (jsonError !== undefined) return t('config.invalid');
  if (errors > 0) return t('config.hasErrors');
  return changes === 0 ? t('config.unchanged') : undefined;
}

/** Opens a site's config when it was read for it. */
export const ConfigDialog = ({
  editing: { row, etag, key },
  ...rest
}: Omit<ConfigFormProps, 'site' | 'etag'> & { editing: Editing<SiteDto> }) =>
  row ? <ConfigForm key={key} site={row} etag={etag} {...rest} /> : null;

interface ViewSwitchProps {
  open: boolean;
  error: string | undefined;
  onForm: () => void;
  onJson: () => void;
}

function ViewSwitch({ open, error, onForm, onJson }: ViewSwitchProps) {
  const t = useTexts();
  return (
    <SegmentedControl
      label={t('config.editAs')}
      segments={[
        { value: 'form', label: t('config.form'), disabled: error !== undefined, title: error },
        { value: 'json', label: t('config.json') },
      ]}
      value={open ? 'json' : 'form'}
      onChange={(chosen) => (chosen === 'json' ? onJson() : onForm())}
    />
  );
}
