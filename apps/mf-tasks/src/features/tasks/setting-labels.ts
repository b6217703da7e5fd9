import type { TasksTexts } from '../../texts';
import type { TaskSettingsValues } from './task-form-values';

/** The labels of a task's settings, in the order of the form. */
export const settingLabels = (t: TasksTexts): Record<keyof TaskSettingsValues, string> => ({
  seats_to_set: t('words.seats'),
  event_price_type: t('words.priceType'),
  event_price_levels: t('words.priceLevels'),
  event_areas: t('words.areas'),
  scheduled_at: t('words.starts'),
  sleep_time_ms: t('words.delay'),
  proxy: t('words.proxyLabel'),
  proxy_template: t('words.proxyTemplate'),
});
