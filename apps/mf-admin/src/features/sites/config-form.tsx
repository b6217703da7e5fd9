import { type FocusEvent, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Editing, SiteDto } from '@tessera/api';
import { SegmentedControl } from '@tessera/ui';
import { FormDialog, SectionNav, useStaleSave } from '@tessera/ui/forms';
import { Box, Link } from '@tessera/ui/mui';
import { type AdminTexts, useTexts } from '../../texts';
import { AddressFields, AreaFields, PriceFields, SignInFields } from './config-fields';
import { formatConfig } from './config-json';
import { ConfigJsonView, useJsonText } from './config-json-view';
import {
  changedConfig,
  type ConfigSection,
  type ConfigValues,
  createConfigLabels,
  markSections,
  sectionId,
  toValues,
} from './config-values';
import type { MapDraft } from './map-upload';
import { SiteMaps } from './site-maps';
import { useUpdateConfig } from './sites.api';
import { siteName } from './sites-columns';

export interface ConfigFormProps {
  site: SiteDto;
  etag: string | null;
  onReload: () => void;
  onClose: () => void;
}

/** Edits a site's configuration as a form or as JSON. Only changed fields are sent. */
function ConfigForm({ site, etag, onReload, onClose }: ConfigFormProps) {
  const t = useTexts();
  const names = createConfigLabels(t);
  const [initialValues] = useState(() => toValues(site.config));
  const [activeSection, setActiveSection] = useState<string>('prices');
  const form = useForm<ConfigValues>({ defaultValues: initialValues, mode: 'onChange' });
  const [map, setMap] = useState<MapDraft | null>(null);
  const { errors } = form.formState;
  const { mutateAsync: update } = useUpdateConfig();
  const stale = useStaleSave({ name: siteName(t, site), fieldLabels: names, onReload });
  const values = { ...initialValues, ...useWatch({ control: form.control }) } as ConfigValues;
  const changed = Object.keys(changedConfig(initialValues, values)) as (keyof ConfigValues)[];
  const json = useJsonText(form, values);
  const save = (now: ConfigValues) => {
    const body = changedConfig(initialValues, now);
    return stale.save(etag, body, (version) => update({ id: site.id, body, etag: version }));
  };
  const showSection = (id: string) => {
    setActiveSection(id);
    json.close();
    // The section exists after the form has replaced the JSON view.
    requestAnimationFrame(() => document.getElementById(sectionId(id as ConfigSection))?.scrollIntoView());
  };
  const changeSummary = t('config.changes', {
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
      hasOtherInput={map !== null}
      onSubmit={save}
      onClose={onClose}
      sidebar={
        <SectionNav
          label={t('config.sections')}
          sections={markSections(t, errors, changed)}
          current={activeSection}
          onSelect={showSection}
        />
      }
      tools={<ViewSwitch open={json.open} error={json.error} onForm={json.close} onJson={json.show} />}
      footerNote={
        changed.length > 0 ? (
          <>
            {changeSummary}{' '}
            {json.open ? null : (
              <Link component="button" type="button" onClick={json.show}>
                {t('config.showDifference')}
              </Link>
            )}
          </>
        ) : null
      }
      submitLabel={t('words.save')}
      blocked={findSaveBlocker(t, Object.keys(errors).length, json.error, changed.length)}
    >
      {json.open ? (
        <ConfigJsonView
          text={json.text}
          onText={json.write}
          error={json.error}
          before={formatConfig(initialValues)}
          after={formatConfig(values)}
        />
      ) : (
        <Box
          sx={{ display: 'grid', gap: 2.5 }}
          onFocus={(event: FocusEvent<HTMLElement>) => {
            const inside = event.target.closest('section')?.id.replace('config-', '');
            if (inside) setActiveSection(inside);
          }}
        >
          <PriceFields control={form.control} />
          <AreaFields control={form.control} />
          <AddressFields control={form.control} />
          <SignInFields control={form.control} script={site.config.login_js ?? ''} />
          <SiteMaps siteId={site.id} draft={map} onDraft={setMap} />
        </Box>
      )}
      {stale.dialog}
    </FormDialog>
  );
}

/** The reason why the form can't be saved; undefined if it can. */
function findSaveBlocker(
  t: AdminTexts,
  errors: number,
  jsonError: string | undefined,
  changes: number,
): string | undefined {
  if (jsonError !== undefined) return t('config.invalid');
  if (errors > 0) return t('config.hasErrors');
  return changes === 0 ? t('config.unchanged') : undefined;
}

/** Shows the configuration form once the site is loaded. */
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
