import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import {
  Alert,
  describeError,
  ErrorAlert,
  formatDuration,
  Instant,
  useAction,
  useSnackbar,
} from '@tessera/ui';
import { Checkbox, FormDialog, SecretDialog, SwitchField } from '@tessera/ui/forms';
import { Box, Button } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import {
  type CalendarKind,
  settingsQuery,
  useCreateFeed,
  useRevokeFeed,
  useSetReminders,
} from './calendar.api';
import { kindLabel, kinds } from './entry-kinds';
import { ToggleLabel } from './toggle-label';

/** Minutes before an on-sale that can be chosen. */
const leads = [7 * 1440, 1440, 120, 60, 30, 10];

/** Aligns the box itself, not its larger click target, with the text above. */
const aligned = { ml: '-4.5px' };

interface Values {
  minutes: number[];
  planned: boolean;
}

type Settings = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof settingsQuery>['queryFn']>>>>;

export interface SubscribeDialogProps {
  onClose: () => void;
}

/** The address of one's calendar for other calendar programs, and reminders of on-sales. */
export function SubscribeDialog({ onClose }: SubscribeDialogProps) {
  const settings = useQuery(settingsQuery());
  if (settings.data) return <SettingsForm settings={settings.data} onClose={onClose} />;
  // It opens once it knows what to show.
  return settings.error ? <FailedForm error={settings.error} onClose={onClose} /> : null;
}

function FailedForm({ error, onClose }: { error: Error; onClose: () => void }) {
  const t = useTexts();
  const form = useForm();
  return (
    <FormDialog
      open
      title={t('calendar.subscribe')}
      form={form}
      width={560}
      blocked={t('calendar.notLoaded')}
      onSubmit={() => Promise.resolve()}
      onClose={onClose}
    >
      <ErrorAlert error={describeError(error)} />
    </FormDialog>
  );
}

function SettingsForm({ settings, onClose }: SubscribeDialogProps & { settings: Settings }) {
  const t = useTexts();
  const { reminders } = settings;
  const form = useForm<Values>({ defaultValues: reminders });
  const { mutateAsync: setReminders } = useSetReminders();
  const snackbar = useSnackbar();
  const chosen = useWatch({ control: form.control, name: 'minutes' });
  const toggle = (minutes: number, isOn: boolean) =>
    form.setValue('minutes', isOn ? [...chosen, minutes] : chosen.filter((each) => each !== minutes), {
      shouldDirty: true,
    });
  const save = async (values: Values) => {
    await setReminders(values);
    snackbar.show(t('calendar.remindersSaved'));
  };
  return (
    <FormDialog
      open
      title={t('calendar.subscribe')}
      form={form}
      width={560}
      submitLabel={t('calendar.saveReminders')}
      onSubmit={save}
      onClose={onClose}
    >
      <Feed feed={settings.feed} />
      <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
        <Box component="legend" sx={{ typography: 'h4', p: 0, mb: 0.5 }}>
          {t('calendar.reminders')}
        </Box>
        <Box sx={{ color: 'text.secondary', mb: 1 }}>{t('calendar.remindersHelp')}</Box>
        <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr 1fr', sm: '1fr 1fr 1fr' } }}>
          {[...new Set([...leads, ...reminders.minutes])].map((minutes) => (
            <ToggleLabel key={minutes}>
              <Checkbox
                checked={chosen.includes(minutes)}
                disabled={!chosen.includes(minutes) && chosen.length >= 5}
                onChange={(_event, isOn) => toggle(minutes, isOn)}
                sx={aligned}
              />
              {t('calendar.before', { time: formatDuration(minutes * 60) })}
            </ToggleLabel>
          ))}
        </Box>
      </Box>
      <SwitchField control={form.control} name="planned" label={t('calendar.onlyPlanned')} />
    </FormDialog>
  );
}

/** Creates, replaces and revokes the address. */
function Feed({ feed }: { feed: Settings['feed'] }) {
  const t = useTexts();
  const [chosen, setChosen] = useState<readonly CalendarKind[]>(feed?.kinds ?? kinds);
  const [address, setAddress] = useState<string | null>(null);
  const { mutateAsync: create, isPending } = useCreateFeed();
  const { mutateAsync: revoke } = useRevokeFeed();
  const { attempt, confirmAndRun } = useAction();
  const body = { kinds: [...chosen], planned: feed?.planned ?? true };
  const make = async () => {
    const shown = async () => setAddress(await create(body));
    if (feed === null) return void attempt(shown, null);
    await confirmAndRun(
      {
        title: t('calendar.replaceTitle'),
        body: t('calendar.replaceBody'),
        confirmLabel: t('calendar.replace'),
      },
      shown,
      null,
    );
  };
  const end = () =>
    void confirmAndRun(
      {
        title: t('calendar.revokeTitle'),
        body: t('calendar.replaceBody'),
        confirmLabel: t('calendar.revoke'),
        danger: true,
      },
      () => revoke(),
      t('calendar.revoked'),
    );
  return (
    <Box component="section" aria-labelledby="calendar-feed" sx={{ display: 'grid', gap: 1 }}>
      <Box component="h3" id="calendar-feed" sx={{ typography: 'h4', m: 0 }}>
        {t('calendar.feed')}
      </Box>
      <Box sx={{ color: 'text.secondary' }}>{t('calendar.feedHelp')}</Box>
      {feed ? (
        <Alert tone="info">
          {t('calendar.feedSince')} <Instant value={feed.created_at} style="date" />
          {' · '}
          {feed.last_read_at === null ? (
            t('calendar.feedUnread')
          ) : (
            <>
              {t('calendar.feedRead')} <Instant value={feed.last_read_at} style="date-time" />
            </>
          )}
        </Alert>
      ) : null}
      <Box
        role="group"
        aria-label={t('calendar.feedKinds')}
        sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}
      >
        {kinds.map((kind) => (
          <ToggleLabel key={kind}>
            <Checkbox
              checked={chosen.includes(kind)}
              onChange={(_event, isOn) =>
                setChosen(kinds.filter((each) => (each === kind ? isOn : chosen.includes(each))))
              }
              sx={aligned}
            />
            {kindLabel(t, kind)}
          </ToggleLabel>
        ))}
      </Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button onClick={() => void make()} disabled={isPending || chosen.length === 0}>
          {t(feed ? 'calendar.replace' : 'calendar.createFeed')}
        </Button>
        {feed ? <Button onClick={end}>{t('calendar.revoke')}</Button> : null}
      </Box>
      {address === null ? null : (
        <SecretDialog
          title={t('calendar.address')}
          warning={t('calendar.addressOnce')}
          secret={address}
          copyLabel={t('calendar.copy')}
          copied={t('calendar.copied')}
          doneLabel={t('calendar.copiedDone')}
          onClose={() => setAddress(null)}
        />
      )}
    </Box>
  );
}
