import type { TemplateChange, TemplateDto, TemplateInput } from '@tessera/api';
import {
  type BudgetValues,
  emptyBudgets,
  toBudgets,
  toBudgetValues,
} from '../../budget-fields/budget-values';

/** The values of a template's form. */
export interface TemplateFormValues extends BudgetValues {
  name: string;
  type: TemplateDto['type'];
  realm_id: number | null;
  site_id: number | null;
  event_id: number | null;
  worker_count: number | null;
  seats_per_worker: number | null;
  launch_delay: number | null;
  target_count: number | null;
  price_type: string;
  price_levels: Record<string, unknown> | null;
  proxy_template: string;
  proxy_rotation_interval: number | null;
  login_ids: number[];
  /** Used instead of `login_ids`. */
  pool_id: number | null;
}

export const emptyTemplate: TemplateFormValues = {
  name: '',
  type: 'hold',
  realm_id: null,
  site_id: null,
  event_id: null,
  worker_count: 1,
  seats_per_worker: 2,
  launch_delay: 5,
  target_count: null,
  price_type: '',
  price_levels: null,
  proxy_template: '',
  proxy_rotation_interval: null,
  login_ids: [],
  pool_id: null,
  ...emptyBudgets,
};

/** The form values of an existing template. */
export const toTemplateValues = (template: TemplateDto): TemplateFormValues => ({
  name: template.name,
  type: template.type,
  realm_id: template.realm_id,
  site_id: template.site_id,
  event_id: template.event_id,
  worker_count: template.worker_count,
  seats_per_worker: template.seats_per_worker,
  launch_delay: template.launch_delay,
  target_count: template.target_count,
  price_type: template.price_type ?? '',
  price_levels: template.price_levels,
  proxy_template: template.proxy_template ?? '',
  proxy_rotation_interval: template.proxy_rotation_interval,
  login_ids: [...template.login_ids],
  pool_id: template.pool_id,
  ...toBudgetValues(template),
});

/** The form values of a template's copy, with another name. */
export const toCopyValues = (template: TemplateDto, name: string): TemplateFormValues => ({
  ...toTemplateValues(template),
  name,
});

const orNull = (text: string): string | null => text.trim() || null;

/** The body of `POST /templates`; only administrators send the realm. */
export function toTemplateInput(
  values: TemplateFormValues,
  { withRealm, siteCurrency }: { withRealm: boolean; siteCurrency: string | null },
): TemplateInput {
  return {
    name: values.name.trim(),
    type: values.type,
    ...(withRealm && values.realm_id !== null ? { realm_id: values.realm_id } : {}),
    site_id: values.site_id ?? 0,
    event_id: values.event_id,
    worker_count: values.worker_count ?? 1,
    seats_per_worker: values.seats_per_worker ?? 1,
    launch_delay: values.launch_delay ?? 0,
    target_count: values.target_count,
    price_type: orNull(values.price_type),
    price_levels: values.price_levels,
    proxy_template: orNull(values.proxy_template),
    proxy_rotation_interval: values.proxy_rotation_interval,
    login_ids: values.pool_id === null ? values.login_ids : [],
    pool_id: values.pool_id,
    ...toBudgets(values, siteCurrency),
  };
}

/** The body of `PUT /templates/{id}`: only the changed fields. */
export function toTemplateChange(
  values: TemplateFormValues,
  template: TemplateDto,
  siteCurrency: string | null,
): TemplateChange {
  const input = { withRealm: false, siteCurrency };
  const before = toTemplateInput(toTemplateValues(template), input);
  return Object.fromEntries(
    Object.entries(toTemplateInput(values, input)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof TemplateInput]),
    ),
  );
}
