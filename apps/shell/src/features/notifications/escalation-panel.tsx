import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { type EscalationDto, useMayWrite } from '@tessera/api';
import { defaultEscalationMinutes, maxEscalationMinutes } from '@tessera/domain';
import { Panel, QueryContent, useSnackbar } from '@tessera/ui';
import { NumberField, SwitchField, useSubmit } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { SettingsForm } from '../account/settings-form';
import { escalationQuery, useSaveEscalation } from './escalation.api';
import { useNotificationTexts } from './texts';

/** When nobody acts: after how many minutes more people get a message. Owners set it for their realm. */
export function EscalationPanel() {
  const t = useNotificationTexts();
  const escalation = useQuery(escalationQuery());
  const maySet = useMayWrite();
  return (
    <Panel title={t('escalation.title')} padded>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Box sx={{ color: 'text.secondary' }}>{t('escalation.help')}</Box>
        <QueryContent query={escalation} inset="panel" skeletons={[80]}>
          {(setting) => (maySet ? <Settings setting={setting} /> : <Shown setting={setting} />)}
        </QueryContent>
      </Box>
    </Panel>
  );
}

function Shown({ setting: { minutes } }: { setting: EscalationDto }) {
  const t = useNotificationTexts();
  return (
    <Box>
      <Box>{minutes === null ? t('escalation.off') : t('escalation.on', { count: minutes })}</Box>
      <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{t('escalation.ownersOnly')}</Box>
    </Box>
  );
}

interface Values {
  enabled: boolean;
  minutes: number | null;
}

function Settings({ setting: { minutes } }: { setting: EscalationDto }) {
  const t = useNotificationTexts();
  const { show } = useSnackbar();
  const { mutateAsync: save } = useSaveEscalation();
  const form = useForm<Values>({
    values: { enabled: minutes !== null, minutes: minutes ?? defaultEscalationMinutes },
  });
  const { submit, error } = useSubmit(form, (values) => save(values.enabled ? values.minutes : null), {
    onDone: () => show(t('escalation.saved')),
  });
  const enabled = useWatch({ control: form.control, name: 'enabled' });
  return (
    <SettingsForm state={form.formState} onSubmit={submit} error={error} saveLabel={t('escalation.save')}>
      <SwitchField control={form.control} name="enabled" label={t('escalation.enabled')} />
      {enabled ? (
        <NumberField
          control={form.control}
          name="minutes"
          label={t('escalation.minutes')}
          min={1}
          max={maxEscalationMinutes}
          rules={{ required: t('escalation.needed') }}
        />
      ) : null}
    </SettingsForm>
  );
}
