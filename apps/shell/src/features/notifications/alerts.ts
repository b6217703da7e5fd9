import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  eventsGet,
  eventsList,
  jobsGet,
  jobsList,
  keysOf,
  meSetPreferences,
  preferenceKeys,
} from '@tessera/api';
import { type Alert, usePreferences } from '../account/preferences';

/** How many jobs and how many events are offered; the search narrows them down. */
const CHOICES = 20;

const keys = keysOf('alert subjects');

interface NamedRow {
  id: number;
  name: string;
}

const noAlerts: readonly Alert[] = [];

/** The user's thresholds. */
export const useAlerts = (): readonly Alert[] => usePreferences().alerts ?? noAlerts;

/** Saves all of the user's thresholds. */
export function useSaveAlerts() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (alerts: readonly Alert[]) =>
      meSetPreferences({ body: { alerts: alerts.length === 0 ? null : [...alerts] } }),
    onSettled: () => client.invalidateQueries({ queryKey: preferenceKeys.all() }),
  });
}

/** An event or a job as the value of a choice. */
export interface AlertSubject {
  /** `event_id:7` or `job_id:7`. */
  value: string;
  name: string;
  kind: 'event' | 'job';
}

const toJob = ({ id, name }: NamedRow): AlertSubject => ({ value: `job_id:${id}`, name, kind: 'job' });
const toEvent = ({ id, name }: NamedRow): AlertSubject => ({ value: `event_id:${id}`, name, kind: 'event' });

/** The newest jobs and events whose names contain a text. */
export const alertSubjectsQuery = (search: string) =>
  queryOptions({
    queryKey: keys.list({ search }),
    queryFn: async ({ signal }): Promise<AlertSubject[]> => {
      const query = {
        fields: 'id,name',
        page: 1,
        page_size: CHOICES,
        sort: '-created_at',
        q: search || undefined,
      };
      const [jobs, events] = await Promise.all([jobsList({ query, signal }), eventsList({ query, signal })]);
      return [...jobs.data.map(toJob), ...events.data.map(toEvent)];
    },
    placeholderData: keepPreviousData,
  });

/** Returns a function that names the subjects of alerts; one that was deleted, or isn't loaded yet, has its number. */
export function useAlertSubjectNames(alerts: readonly Alert[]): (value: string) => string {
  const values = [...new Set(alerts.map(subjectOf))].filter((value) => value !== '').sort();
  const { data } = useQuery({
    queryKey: keys.list({ values }),
    queryFn: async ({ signal }): Promise<[string, string][]> => {
      const read = async (value: string): Promise<[string, string]> => {
        const { event_id, job_id } = fromSubject(value);
        const { data: row } =
          event_id === undefined
            ? await jobsGet({ path: { id: job_id ?? 0 }, signal })
            : await eventsGet({ path: { id: event_id }, signal });
        return [value, row.name];
      };
      const answers = await Promise.allSettled(values.map(read));
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    },
    enabled: values.length > 0,
    placeholderData: keepPreviousData,
  });
  const names = new Map(data);
  return (value) => names.get(value) ?? `#${value.split(':')[1] ?? ''}`;
}

/** The value of an alert's subject; empty: all that the realm does. */
export const subjectOf = ({ event_id, job_id }: Alert): string =>
  job_id === undefined ? (event_id === undefined ? '' : `event_id:${event_id}`) : `job_id:${job_id}`;

/** An alert's subject by the value of a choice. */
export function fromSubject(value: string): Pick<Alert, 'event_id' | 'job_id'> {
  const [name, id] = value.split(':');
  return name === 'event_id' || name === 'job_id' ? { [name]: Number(id) } : {};
}
