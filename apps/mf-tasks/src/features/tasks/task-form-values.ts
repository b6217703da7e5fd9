import type { BulkTaskSettings, TaskChange, TaskDto, TaskInputDto } from '@tessera/api';
import {
  type BudgetValues,
  emptyBudgets,
  toBudgets,
  toBudgetValues,
} from '../../budget-fields/budget-values';

/** The task settings in the forms for one task and for many. */
export interface TaskSettingsValues {
  seats_to_set: number | null;
  event_price_type: string;
  event_price_levels: Record<string, unknown> | null;
  event_areas: string[] | null;
  sleep_time_ms: number | null;
  scheduled_at: string | null;
  proxy: string;
  proxy_template: string;
}

/** The values of a task's form. */
export interface TaskFormValues extends TaskSettingsValues, BudgetValues {
  name: string;
  site_id: number | null;
  event_id: number | null;
  login_id: number | null;
  start: boolean;
}

export const emptySettings: TaskSettingsValues = {
  seats_to_set: 1,
  event_price_type: '',
  event_price_levels: null,
  event_areas: null,
  sleep_time_ms: null,
  scheduled_at: null,
  proxy: '',
  proxy_template: '',
};

export const emptyTask: TaskFormValues = {
  ...emptySettings,
  ...emptyBudgets,
  name: '',
  site_id: null,
  event_id: null,
  login_id: null,
  start: true,
};

/** The form values of an existing task. */
export const toTaskValues = (task: TaskDto): TaskFormValues => ({
  name: task.name,
  site_id: task.site_id,
  event_id: task.event_id,
  login_id: task.login_id,
  seats_to_set: task.seats_to_set,
  event_price_type: task.event_price_type ?? '',
  event_price_levels: task.event_price_levels,
  event_areas: task.event_areas,
  sleep_time_ms: task.sleep_time_ms,
  scheduled_at: task.scheduled_at,
  proxy: task.proxy ?? '',
  proxy_template: task.proxy_template ?? '',
  ...toBudgetValues(task),
  start: true,
});

/** The form values of a task's duplicate, with another name and no start time. */
export const toCopyValues = (task: TaskDto, name: string): TaskFormValues => ({
  ...toTaskValues(task),
  name,
  scheduled_at: null,
});

const orNull = (text: string): string | null => text.trim() || null;

/** The settings as the API takes them. */
export function toSettings(
  values: TaskSettingsValues,
): Required<Omit<BulkTaskSettings, 'mode' | keyof BudgetValues>> {
  return {
    seats_to_set: values.seats_to_set ?? 1,
    event_price_type: orNull(values.event_price_type),
    event_price_levels: values.event_price_levels,
    event_areas: values.event_areas,
    sleep_time_ms: values.sleep_time_ms ?? 0,
    scheduled_at: values.scheduled_at,
    proxy: orNull(values.proxy),
    proxy_template: orNull(values.proxy_template),
  };
}

function toFields(values: TaskFormValues, siteCurrency: string | null): Required<TaskChange> {
  const { budget_per_task, budget_per_seat, budget_currency } = toBudgets(values, siteCurrency);
  return {
    name: values.name.trim(),
    ...toSettings(values),
    budget_per_task,
    budget_per_seat,
    budget_currency,
  };
}

/** The body of `POST /tasks`; empty fields are omitted. */
export function toTaskInput(values: TaskFormValues, siteCurrency: string | null): TaskInputDto {
  const filled = Object.fromEntries(
    Object.entries(toFields(values, siteCurrency)).filter(([, value]) => value !== null && value !== ''),
  ) as TaskChange;
  return {
    ...filled,
    login_id: values.login_id ?? 0,
    ...(values.event_id === null ? {} : { event_id: values.event_id }),
    start: values.start,
  };
}

/** The body of `PATCH /tasks/{id}`: only the changed fields. */
export function toTaskChange(values: TaskFormValues, task: TaskDto, siteCurrency: string | null): TaskChange {
  const before = toFields(toTaskValues(task), siteCurrency);
  return Object.fromEntries(
    Object.entries(toFields(values, siteCurrency)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof TaskChange]),
    ),
  );
}
