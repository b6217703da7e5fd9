import { unfinishedStatuses } from '@tessera/access';
import { states, type FilterDef } from '@tessera/ui';

interface Named {
  id: number;
  name: string;
}

/** What the filters offer, as far as it has been read. */
export interface FilterChoices {
  sites: readonly Named[];
  events: readonly Named[];
  logins: readonly Named[];
  jobs: readonly Named[];
  templates: readonly Named[];
}

const options = (rows: readonly Named[]) => rows.map(({ id, name }) => ({ value: String(id), label: name }));

/** The list's filters; their fields are the wire's query parameters. */
export const taskFilters = ({
  sites,
  events,
  logins,
  jobs,
  templates,
}: FilterChoices): readonly FilterDef[] => [
  {
    field: 'status',
    label: 'Status',
    kind: 'choice',
    options: Object.entries(states.task).map(([value, { word }]) => ({ value, label: word })),
  },
  { field: 'event_id', label: 'Event', kind: 'choice', options: options(events) },
  { field: 'site_id', label: 'Site', kind: 'choice', options: options(sites) },
  { field: 'login_id', label: 'Login', kind: 'choice', options: options(logins) },
  { field: 'job_id', label: 'Job', kind: 'choice', options: options(jobs) },
  { field: 'template_id', label: 'Template', kind: 'choice', options: options(templates) },
  { field: 'paused', label: 'Paused', kind: 'flag', yes: 'yes', no: 'no' },
];

/** A preset of the list. */
export interface TaskView {
  id: string;
  label: string;
  /** The wire's `status`; null: all. */
  status: string | null;
}

/** The presets as tabs, "All" first. */
export const taskViews: readonly TaskView[] = [
  { id: 'all', label: 'All', status: null },
  { id: 'unfinished', label: 'Unfinished', status: unfinishedStatuses.join(',') },
  { id: 'waiting', label: 'Waiting rooms', status: 'waiting_room' },
  { id: 'held', label: 'In cart', status: 'carted' },
  { id: 'bought', label: 'Bought', status: 'bought' },
  { id: 'failed', label: 'Failed', status: 'failed,expired' },
];
