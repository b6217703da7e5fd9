import type { TaskSettings } from '@tessera/api';
import { emptySettings, type TaskSettingsValues, toSettings } from './task-form-values';

/** The values of the bulk edit form: which settings change, and to what. */
export interface BulkEditValues extends TaskSettingsValues {
  on: Record<keyof TaskSettingsValues, boolean>;
}

export const emptyBulkEdit: BulkEditValues = {
  ...emptySettings,
  // No default, since each task has its own number.
  seats_to_set: null,
  on: {
    seats_to_set: false,
    event_price_type: false,
    event_price_levels: false,
    event_areas: false,
    scheduled_at: false,
    sleep_time_ms: false,
    proxy: false,
    proxy_template: false,
  },
};

/** The selected settings only. */
export const toSelectedChange = ({ on, ...values }: BulkEditValues): TaskSettings =>
  Object.fromEntries(
    Object.entries(toSettings(values)).filter(([name]) => on[name as keyof TaskSettingsValues]),
  );
