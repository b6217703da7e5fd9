import { Trash2 } from 'lucide-react';
import { useForm, useWatch } from 'react-hook-form';
import { toApiError } from '@tessera/api';
import { describeError, ErrorAlert, formatCount, Panel, useSnackbar } from '@tessera/ui';
import { NumberField, SelectField, useSubmit } from '@tessera/ui/forms';
import { Box, Button, IconButton } from '@tessera/ui/mui';
import type { Alert } from '../account/preferences';
import { AlertSubjectField, type AlertValues } from './alert-subject-field';
import { fromSubject, subjectOf, useAlerts, useAlertSubjectNames, useSaveAlerts } from './alerts';
import { type NotificationTexts, useNotificationTexts } from './texts';

const initial: AlertValues = { kind: 'seats_held', amount: 10, subject: null };
const most = { seats_held: 1_000_000, nothing_moved: 3600 } as const;

/** Sets the figures that the user wants messages about: for all, one job or one event. */
export function AlertsPanel() {
  const t = useNotificationTexts();
  const alerts = useAlerts();
  const nameOfSubject = useAlertSubjectNames(alerts);
  const { mutateAsync: save, mutate, isPending } = useSaveAlerts();
  const { show, showError } = useSnackbar();
  const form = useForm<AlertValues>({ defaultValues: initial });
  const kind = useWatch({ control: form.control, name: 'kind' });
  const add = ({ kind: what, amount, subject }: AlertValues) =>
    save([...alerts, { kind: what, amount: amount ?? 0, ...fromSubject(subject?.value ?? '') }]);
  const { submit, error } = useSubmit(form, add, {
    onDone: () => {
      form.reset(initial);
      show(t('alerts.added'));
    },
  });
  const remove = (index: number) =>
    mutate(
      alerts.filter((_alert, other) => other !== index),
      { onError: (failed) => showError(describeError(toApiError(failed))) },
    );
  const nameOf = (alert: Alert): string => {
    const value = subjectOf(alert);
    return value === '' ? t('alerts.all') : nameOfSubject(value);
  };
  return (
    <Panel title={t('alerts.title')} padded>
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
        <Box sx={{ color: 'text.secondary' }}>{t('alerts.help')}</Box>
        {alerts.length === 0 ? null : (
          <Box component="ul" aria-label={t('alerts.title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {alerts.map((alert, index) => (
              <Box
                component="li"
                key={`${alert.kind} ${alert.amount} ${subjectOf(alert)}`}
                sx={{ display: 'flex', alignItems: 'center', gap: 1, overflowWrap: 'anywhere' }}
              >
                <Box sx={{ flex: 1, minWidth: 0 }}>
                  {textOf(t, alert)} · {nameOf(alert)}
                </Box>
                <IconButton
                  size="small"
                  aria-label={t('alerts.removeOne', { name: `${textOf(t, alert)} · ${nameOf(alert)}` })}
                  title={t('alerts.remove')}
                  disabled={isPending}
                  onClick={() => remove(index)}
                >
                  <Trash2 size={16} strokeWidth={1.75} aria-hidden />
                </IconButton>
              </Box>
            ))}
          </Box>
        )}
        {error ? <ErrorAlert error={error} /> : null}
        <SelectField
          control={form.control}
          name="kind"
          label={t('alerts.kind')}
          options={[
            { value: 'seats_held', label: t('alerts.kinds.seats_held') },
            { value: 'nothing_moved', label: t('alerts.kinds.nothing_moved') },
          ]}
        />
        <NumberField
          control={form.control}
          name="amount"
          label={t(kind === 'seats_held' ? 'alerts.seats' : 'alerts.seconds')}
          min={1}
          max={most[kind]}
          rules={{ required: t('alerts.needed') }}
        />
        <AlertSubjectField control={form.control} />
        <Box>
          <Button type="submit" variant="contained" loading={form.formState.isSubmitting}>
            {t('alerts.add')}
          </Button>
        </Box>
      </Box>
    </Panel>
  );
}

const textOf = (t: NotificationTexts, { kind, amount }: Alert): string =>
  kind === 'seats_held'
    ? t('alerts.seatsHeld', { count: amount })
    : t('alerts.nothingMoved', { count: amount, number: formatCount(amount) });
