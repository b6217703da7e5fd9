import { type Control, useForm, useWatch } from 'react-hook-form';
import { Panel, useSnackbar } from '@tessera/ui';
import { SwitchField, TextField, TimeZoneField, useSubmit } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { SettingsForm } from '../account/settings-form';
import { endsNextDay, type QuietValues, useQuietValues, useSaveQuietHours } from './quiet-hours';

/** The form's fields by the names in the server's errors. */
const rename = {
  'quiet_hours.start': 'start',
  'quiet_hours.end': 'end',
  'quiet_hours.time_zone': 'time_zone',
} as const;

/** Sets when notifications to the user's devices are held back. */
export function QuietHoursPanel() {
  const t = useTexts();
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
  const t = useTexts();
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
