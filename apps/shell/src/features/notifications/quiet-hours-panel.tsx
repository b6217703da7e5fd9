import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Control, useForm, useWatch } from 'react-hook-form';
import { meSetPreferences, preferenceKeys } from '@tessera/api';
import { browserTimeZone, Panel, useSnackbar } from '@tessera/ui';
import { SwitchField, TextField, TimeZoneField, useSubmit } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { type Preferences, usePreferences } from '../account/preferences';
import { SettingsForm } from '../account/settings-form';
import { useNotificationTexts } from './texts';

/** The form's fields by the names in the server's errors. */
const rename = {
  'quiet_hours.start': 'start',
  'quiet_hours.end': 'end',
  'quiet_hours.time_zone': 'time_zone',
} as const;

/** Sets when notifications to the user's devices are held back. */
export function QuietHoursPanel() {
  const t = useNotificationTexts();
  const { show } = useSnackbar();
  const form = useForm<QuietValues>({ values: useQuietValues() });
  const { mutateAsync: save } = useSaveQuietHours();
  const { submit, error } = useSubmit(form, save, { onDone: () => show(t('quiet.saved')), rename });
  const enabled = useWatch({ control: form.control, name: 'enabled' });
  return (
    <Panel title={t('quiet.title')} padded>
      <SettingsForm state={form.formState} onSubmit={submit} error={error} saveLabel={t('quiet.save')}>
        <Box sx={{ color: 'text.secondary' }}>{t('quiet.help')}</Box>
        <SwitchField control={form.control} name="enabled" label={t('quiet.enabled')} />
        {enabled ? <Times control={form.control} /> : null}
      </SettingsForm>
    </Panel>
  );
}

function Times({ control }: { control: Control<QuietValues> }) {
  const t = useNotificationTexts();
  const [start, end] = useWatch({ control, name: ['start', 'end'] });
  const time = { required: t('quiet.time') };
  return (
    <>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 2 }}>
        <TextField control={control} name="start" type="time" label={t('quiet.start')} rules={time} />
        <TextField
          control={control}
          name="end"
          type="time"
          label={t('quiet.end')}
          help={endsNextDay({ start, end }) ? t('quiet.nextDay') : undefined}
          rules={{
            ...time,
            validate: (value, { start: begins }) => value !== begins || t('quiet.same'),
          }}
        />
      </Box>
      <TimeZoneField control={control} name="time_zone" label={t('quiet.zone')} />
      <SwitchField control={control} name="urgent" label={t('quiet.urgent')} help={t('quiet.urgentHelp')} />
    </>
  );
}

type QuietHours = NonNullable<Preferences['quiet_hours']>;

/** The form's values; the times are kept while quiet hours are off. */
interface QuietValues extends Required<QuietHours> {
  enabled: boolean;
}

const usual = { start: '22:00', end: '07:00', urgent: true };

/** The user's quiet hours as form values. */
function useQuietValues(): QuietValues {
  const { quiet_hours: kept, time_zone } = usePreferences();
  return { ...usual, time_zone: time_zone ?? browserTimeZone(), ...kept, enabled: kept !== undefined };
}

/** Saves quiet hours, or removes them. */
function useSaveQuietHours() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ enabled, ...quiet_hours }: QuietValues) =>
      meSetPreferences({ body: { quiet_hours: enabled ? quiet_hours : null } }),
    onSettled: () => client.invalidateQueries({ queryKey: preferenceKeys.all() }),
  });
}

/** Whether quiet hours end on the next day. */
const endsNextDay = ({ start, end }: Pick<QuietValues, 'start' | 'end'>): boolean =>
  start !== '' && end !== '' && end < start;
