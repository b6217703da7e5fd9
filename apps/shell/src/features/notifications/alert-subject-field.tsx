import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { describeError } from '@tessera/ui';
import { type ChoiceItem, PlainChoice } from '@tessera/ui/forms';
import { type AlertSubject, alertSubjectsQuery } from './alerts';
import { useNotificationTexts } from './texts';

/** Values of the thresholds' form. */
export interface AlertValues {
  kind: 'seats_held' | 'nothing_moved';
  amount: number | null;
  /** The job or event; null for all. */
  subject: AlertSubject | null;
}

/** Jobs and events have the same numbers: those of events are negative here. */
const choiceId = ({ value, kind }: AlertSubject): number =>
  Number(value.split(':')[1]) * (kind === 'event' ? -1 : 1);

/** The job or event of a threshold, found by its name; empty for all. */
export function AlertSubjectField({ control }: { control: Control<AlertValues> }) {
  const t = useNotificationTexts();
  const { field } = useController({ control, name: 'subject' });
  const [search, setSearch] = useState('');
  const { data, error } = useQuery(alertSubjectsQuery(useDeferredValue(search.trim())));
  const toChoice = (subject: AlertSubject): ChoiceItem => ({
    id: choiceId(subject),
    label: t(`alerts.subjects.${subject.kind}`, { name: subject.name }),
  });
  return (
    <PlainChoice
      label={t('alerts.subject')}
      optional
      error={error ? describeError(error).message : undefined}
      options={(data ?? []).map(toChoice)}
      value={field.value === null ? null : toChoice(field.value)}
      onChange={(choice) => field.onChange(data?.find((subject) => choiceId(subject) === choice?.id) ?? null)}
      onType={setSearch}
      onBlur={field.onBlur}
      empty={t(data ? 'alerts.noSubject' : 'alerts.loadingSubjects')}
      placeholder={t('alerts.all')}
      openText={t('alerts.showSubjects')}
      closeText={t('alerts.hideSubjects')}
      clearText={t('alerts.all')}
      isClearable
      inputRef={field.ref}
    />
  );
}
