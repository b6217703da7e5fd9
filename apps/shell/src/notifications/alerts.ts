import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { eventsList, jobsList, keysOf, meSetPreferences, preferenceKeys } from '@tessera/api';
import { type Alert, usePreferences } from '../account/preferences';

/** Events and jobs that a threshold can be about, by number. */
const CHOICES = 50;

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

const query = { fields: 'id,name', page: 1, page_size: CHOICES };

/** The newest jobs and events; empty until they are loaded. */
export function useAlertSubjects(): readonly AlertSubject[] {
  const { data } = useQuery({
    queryKey: keysOf('alert subjects').list(),
    queryFn: async ({ signal }): Promise<AlertSubject[]> => {
      const [jobs, events] = await Promise.all([
        jobsList({ query: { ...query, sort: '-created_at' }, signal }),
        eventsList({ query: { ...query, sort: '-created_at' }, signal }),
      ]);
      return [
        ...jobs.data.map(({ id, name }) => ({ value: `job_id:${id}`, name, kind: 'job' as const })),
        ...events.data.map(({ id, name }) => ({ value: `event_id:${id}`, name, kind: 'event' as const })),
      ];
    },
  });
  return data ?? [];
}

/** The value of an alert's subject; empty: all that the realm does. */
export const subjectOf = ({ event_id, job_id }: Alert): string =>
  job_id === undefined ? (event_id === undefined ? '' : `event_id:${event_id}`) : `job_id:${job_id}`;

/** An alert's subject by the value of a choice. */
export function fromSubject(value: string): Pick<Alert, 'event_id' | 'job_id'> {
  const [name, id] = value.split(':');
  return name === 'event_id' || name === 'job_id' ? { [name]: Number(id) } : {};
}
