import { useQuery } from '@tanstack/react-query';
import { Controller, useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import type { BulkTaskSettings } from '@tessera/api';
import { Checkbox, FormDialog } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { siteEventsQuery, sitesQuery } from '../../lookups/lookups.api';
import { useTexts } from '../../texts';
import { BulkPreview } from './bulk-preview';
import { SettingField, type SettingFieldProps } from './setting-field';
import { settingLabels } from './setting-labels';
import { emptySettings, type TaskSettingsValues, toSettings } from './task-form-values';
import type { BulkForm } from './use-bulk-actions';

type Setting = keyof TaskSettingsValues;

/** Settings whose options depend on the site. */
const siteSettings: readonly Setting[] = ['event_price_levels', 'event_areas'];

const single = (ids: readonly number[]): number | null => (ids.length === 1 ? (ids[0] ?? null) : null);

/** Edits the selected settings of many tasks, and lists the tasks that are skipped. */
export function BulkEditDialog({ bulkForm, onClose }: { bulkForm: BulkForm; onClose: () => void }) {
  const t = useTexts();
  const { preview, send } = bulkForm;
  const form = useForm<BulkEditValues>({ defaultValues: emptyBulkEdit });
  const on = useWatch({ control: form.control, name: 'on' });
  const siteId = single(preview.site_ids);
  const { data: sites } = useQuery(sitesQuery());
  const { data: events } = useQuery(siteEventsQuery(siteId));
  const labels = settingLabels(t);
  const settings = (Object.keys(labels) as Setting[]).filter(
    (name) => siteId !== null || !siteSettings.includes(name),
  );
  const tasks = t('words.taskCount', { count: preview.eligible });
  const changedSettings = settings.filter((name) => on[name]);
  const noneSelected = changedSettings.length === 0 ? t('bulk.edits.noneSelected') : undefined;
  return (
    <FormDialog
      open
      title={t('bulk.edits.title', { tasks })}
      form={form}
      width={640}
      submitLabel={t('bulk.edits.submit', { tasks })}
      blocked={preview.eligible === 0 ? t('bulk.noneEligible') : noneSelected}
      rename={Object.fromEntries(settings.map((name) => [`change.${name}`, name]))}
      onSubmit={(values) => send({ change: toSelectedChange(values) })}
      onClose={onClose}
    >
      <BulkPreview form={bulkForm} />
      <Box sx={{ color: 'text.secondary' }}>
        {t('bulk.edits.help')}
        {siteId === null && preview.eligible > 0 ? ` ${t('bulk.edits.manySites')}` : null}
      </Box>
      {settings.map((name) => (
        <OptionalSettingField
          key={name}
          form={form}
          name={name}
          label={t('bulk.edits.change', { setting: labels[name] })}
          isOn={on[name]}
          site={sites?.find(({ id }) => id === siteId)}
          event={events?.find(({ id }) => id === single(preview.event_ids))}
        />
      ))}
    </FormDialog>
  );
}

interface OptionalSettingFieldProps extends Pick<SettingFieldProps<BulkEditValues>, 'site' | 'event'> {
  form: UseFormReturn<BulkEditValues>;
  name: Setting;
  label: string;
  isOn: boolean;
}

/** A setting with a checkbox; unchecking it resets the value. */
function OptionalSettingField({
  form: { control, resetField },
  name,
  label,
  isOn,
  site,
  event,
}: OptionalSettingFieldProps) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '24px minmax(0, 1fr)', gap: 1, alignItems: 'start' }}>
      <Controller
        control={control}
        name={`on.${name}`}
        render={({ field }) => (
          <Checkbox
            sx={{ p: 0.5, mt: -0.25 }}
            checked={isOn}
            onBlur={field.onBlur}
            onChange={(_event, next) => {
              field.onChange(next);
              if (!next) resetField(name);
            }}
            slotProps={{ input: { ref: field.ref, 'aria-label': label } }}
          />
        )}
      />
      <SettingField control={control} name={name} site={site} event={event} disabled={!isOn} />
    </Box>
  );
}

/** The values of the bulk edit form: which settings change, and to what. */
interface BulkEditValues extends TaskSettingsValues {
  on: Record<keyof TaskSettingsValues, boolean>;
}

const emptyBulkEdit: BulkEditValues = {
  ...emptySettings,
  // No default, since each task has its own number.
  seats_to_set: null,
  on: {
    seats_to_set: false,
    event_price_type: false,
    event_price_levels: false,
    event_areas: false,
    scheduled_at: false,
    sleep_time_ms: false,
    proxy: false,
    proxy_template: false,
  },
};

/** The selected settings only. */
const toSelectedChange = ({ on, ...values }: BulkEditValues): BulkTaskSettings =>
  Object.fromEntries(
    Object.entries(toSettings(values)).filter(([name]) => on[name as keyof TaskSettingsValues]),
  );
