import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Controller, useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import type { BulkTaskSettings } from '@tessera/api';
import { Checkbox, FormDialog } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { BudgetFields } from '../../budget-fields/budget-fields';
import { type BudgetValues, emptyBudgets, toBudgets } from '../../budget-fields/budget-values';
import { siteEventsQuery, sitesQuery } from '../../lookups/lookups.api';
import { useTexts } from '../../texts';
import { BulkPreview } from './bulk-preview';
import { SettingField } from './setting-field';
import { settingLabels } from './setting-labels';
import { emptySettings, type TaskSettingsValues, toSettings } from './task-form-values';
import type { BulkForm } from './use-bulk-actions';

type Setting = keyof TaskSettingsValues;

/** The budgets of a task, which are changed together since they have one currency. */
const budgetNames = ['budget_per_task', 'budget_per_seat', 'budget_currency'] as const;

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
  const isNoneSelected = !on.budgets && !settings.some((name) => on[name]);
  const noneSelected = isNoneSelected ? t('bulk.edits.noneSelected') : undefined;
  const site = sites?.find(({ id }) => id === siteId);
  const siteCurrency = site?.currency ?? null;
  const parts = [...settings, ...budgetNames];
  return (
    <FormDialog
      open
      title={t('bulk.edits.title', { tasks })}
      form={form}
      width={640}
      submitLabel={t('bulk.edits.submit', { tasks })}
      blocked={preview.eligible === 0 ? t('bulk.noneEligible') : noneSelected}
      rename={Object.fromEntries(parts.map((name) => [`change.${name}`, name]))}
      onSubmit={(values) => send({ change: toSelectedChange(values, siteCurrency) })}
      onClose={onClose}
    >
      <BulkPreview form={bulkForm} />
      <Box sx={{ color: 'text.secondary' }}>
        {t('bulk.edits.help')}
        {siteId === null && preview.eligible > 0 ? ` ${t('bulk.edits.manySites')}` : null}
      </Box>
      {settings.map((name) => (
        <OptionalPart
          key={name}
          form={form}
          name={name}
          fields={[name]}
          label={t('bulk.edits.change', { setting: labels[name] })}
          isOn={on[name]}
        >
          <SettingField
            control={form.control}
            name={name}
            site={site}
            event={events?.find(({ id }) => id === single(preview.event_ids))}
            disabled={!on[name]}
          />
        </OptionalPart>
      ))}
      <OptionalPart
        form={form}
        name="budgets"
        fields={budgetNames}
        label={t('bulk.edits.change', { setting: t('budgets.title') })}
        isOn={on.budgets}
      >
        <BudgetFields control={form.control} siteCurrency={siteCurrency} ofTask disabled={!on.budgets} />
      </OptionalPart>
    </FormDialog>
  );
}

interface OptionalPartProps {
  form: UseFormReturn<BulkEditValues>;
  name: keyof BulkEditValues['on'];
  /** The fields that are changed by it. */
  fields: readonly (Setting | (typeof budgetNames)[number])[];
  label: string;
  isOn: boolean;
  children: ReactNode;
}

/** A part of the form with a checkbox; unchecking it resets its values. */
function OptionalPart({
  form: { control, resetField },
  name,
  fields,
  label,
  isOn,
  children,
}: OptionalPartProps) {
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
              if (!next) for (const each of fields) resetField(each);
            }}
            slotProps={{ input: { ref: field.ref, 'aria-label': label } }}
          />
        )}
      />
      {children}
    </Box>
  );
}

/** The values of the bulk edit form: which settings change, and to what. */
interface BulkEditValues extends TaskSettingsValues, BudgetValues {
  on: Record<keyof TaskSettingsValues | 'budgets', boolean>;
}

const emptyBulkEdit: BulkEditValues = {
  ...emptySettings,
  ...emptyBudgets,
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
    budgets: false,
  },
};

/** The selected settings only. */
function toSelectedChange({ on, ...values }: BulkEditValues, siteCurrency: string | null): BulkTaskSettings {
  const change: BulkTaskSettings = Object.fromEntries(
    Object.entries(toSettings(values)).filter(([name]) => on[name as keyof TaskSettingsValues]),
  );
  if (!on.budgets) return change;
  const { budget_per_task, budget_per_seat, budget_currency } = toBudgets(values, siteCurrency);
  return { ...change, budget_per_task, budget_per_seat, budget_currency };
}
