import type { TaskSettings } from '@tessera/api';
import { emptySettings, toSettings, type TaskSettingsValues } from './task-form-values';

/** What the form of many tasks holds: which settings change, and to what. */
export interface BulkEditValues extends TaskSettingsValues {
  on: Record<keyof TaskSettingsValues, boolean>;
}

export const emptyBulkEdit: BulkEditValues = {
  ...emptySettings,
  // Each has its own number: none is put forward.
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

/** The settings that were switched on alone. */
export const toSelectedChange = ({ on, ...values }: BulkEditValues): TaskSettings =>
  Object.fromEntries(
    Object.entries(toSettings(values)).filter(([name]) => on[name as keyof TaskSettingsValues]),
  );
