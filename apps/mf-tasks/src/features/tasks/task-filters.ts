import type { TaskListQuery } from '@tessera/api';
import type { FilterDef } from '@tessera/data-table/list-page';
import { failedStatuses, unfinishedStatuses } from '@tessera/domain';
import { formatReason } from '@tessera/product-ui';
import { stateOptions } from '@tessera/ui';
import { type Option } from '@tessera/ui/forms';
import type { TasksTexts } from '../../texts';

type FilterOptions = readonly Option[] | undefined;

/** The options of the filters; undefined until they are loaded. */
export interface FilterChoices {
  sites: FilterOptions;
  events: FilterOptions;
  logins: FilterOptions;
  jobs: FilterOptions;
  pools: FilterOptions;
  /** With write permission only. */
  templates?: FilterOptions;
  /** For administrators only. */
  realms?: FilterOptions;
}

/** The filters whose values are ids of named rows. */
export const lookupFilters = [
  'event_id',
  'site_id',
  'login_id',
  'job_id',
  'template_id',
  'pool_id',
  'realm_id',
] as const;

/** The list's filters; their fields are the API's query parameters. */
export const taskFilters = (t: TasksTexts, choices: FilterChoices): readonly FilterDef[] => [
  {
    field: 'status',
    label: t('words.status'),
    kind: 'choice',
    options: stateOptions('task'),
  },
  { field: 'event_id', label: t('words.event'), kind: 'choice', options: choices.events },
  { field: 'site_id', label: t('words.site'), kind: 'choice', options: choices.sites },
  { field: 'login_id', label: t('words.login'), kind: 'choice', options: choices.logins },
  { field: 'job_id', label: t('words.job'), kind: 'choice', options: choices.jobs },
  ...('templates' in choices
    ? [
        {
          field: 'template_id',
          label: t('words.template'),
          kind: 'choice' as const,
          options: choices.templates,
        },
      ]
    : []),
  { field: 'pool_id', label: t('words.pool'), kind: 'choice', options: choices.pools },
  ...('realms' in choices
    ? [{ field: 'realm_id', label: t('words.realm'), kind: 'choice' as const, options: choices.realms }]
    : []),
  {
    field: 'mode',
    label: t('tasks.mode'),
    kind: 'choice',
    single: true,
    negatable: false,
    options: [
      { value: 'hold', label: t('words.hold') },
      { value: 'buy', label: t('words.buy') },
    ],
  },
  { field: 'reason', label: t('tasks.reason'), kind: 'text', exact: true, format: formatReason },
  { field: 'seats_at_least', label: t('words.seats'), kind: 'number' },
  { field: 'created', label: t('words.created'), kind: 'date' },
  { field: 'scheduled', label: t('words.scheduled'), kind: 'date' },
  { field: 'finished_from', label: t('tasks.ended'), kind: 'instant', bound: 'from' },
  { field: 'finished_to', label: t('tasks.ended'), kind: 'instant', bound: 'to' },
  { field: 'changed_from', label: t('tasks.changed'), kind: 'instant', bound: 'from' },
  { field: 'changed_to', label: t('tasks.changed'), kind: 'instant', bound: 'to' },
  { field: 'paused', label: t('tasks.paused'), kind: 'flag', yes: t('tasks.yes'), no: t('tasks.no') },
  {
    field: 'payment_check',
    label: t('tasks.paymentCheck'),
    kind: 'flag',
    yes: t('tasks.yes'),
    no: t('tasks.no'),
  },
];

/** The active filters as a request body, where numbers and flags are typed. */
export function toBodyFilter(query: Readonly<Record<string, string>>): TaskListQuery {
  const { sort: _sort, paused, payment_check: check, seats_at_least: seats, ...texts } = query;
  return {
    ...texts,
    paused: paused === undefined ? undefined : paused === 'true',
    payment_check: check === undefined ? undefined : check === 'true',
    seats_at_least: seats === undefined ? undefined : Number(seats),
  };
}

/** The presets as tabs, "All" first; `status` is the query parameter, null for all. */
export const taskViews = [
  { id: 'all', status: null },
  { id: 'unfinished', status: unfinishedStatuses.join(',') },
  { id: 'waiting', status: 'waiting_room' },
  { id: 'held', status: 'carted' },
  { id: 'bought', status: 'bought' },
  { id: 'failed', status: failedStatuses.join(',') },
] as const;
