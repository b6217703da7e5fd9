import type { ReactNode } from 'react';
import type { SettingDifferenceDto } from '@tessera/api';
import { formatCount } from '@tessera/ui';
import { budgetLabels } from '../../budget-fields/budget-fields';
import { levelLabels } from '../../price-fields/level-labels';
import { type TasksTexts, useTexts } from '../../texts';

type Setting = SettingDifferenceDto['setting'];

const settingNames = (t: TasksTexts): Readonly<Record<Setting, string>> => ({
  type: t('words.type'),
  event: t('words.event'),
  pool: t('words.pool'),
  logins: t('words.logins'),
  worker_count: t('words.tasks'),
  seats_per_worker: t('words.seatsPerTask'),
  launch_delay: t('words.betweenStarts'),
  seats_target: t('words.target'),
  ...budgetLabels(t),
  price_type: t('words.priceType'),
  price_levels: t('words.priceLevels'),
  proxy_template: t('words.proxyTemplate'),
});

/** A setting's value: "Hold", "1,200", the name of an event, "none". */
function valueText(t: TasksTexts, value: unknown): string {
  if (value === null || value === undefined || value === '') return t('jobPage.none');
  if (value === 'hold' || value === 'buy') return t(`words.${value}`);
  if (typeof value === 'number') return formatCount(value);
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value !== 'object') return '';
  return 'name' in value && typeof value.name === 'string'
    ? value.name
    : levelLabels({ ...value }).join(', ') || t('jobPage.none');
}

/** A row of settings that differ: the setting's name and both values. */
export interface SettingRow {
  setting: Setting;
  name: string;
  own: ReactNode;
  other: ReactNode;
}

/** The settings that differ as rows of a table. */
export function useSettingRows(settings: readonly SettingDifferenceDto[]): readonly SettingRow[] {
  const t = useTexts();
  const names = settingNames(t);
  return settings.map(({ setting, values, added, removed }) => ({
    setting,
    name: names[setting],
    own: valueText(t, values.own),
    other:
      added === null || removed === null || typeof values.other !== 'number'
        ? valueText(t, values.other)
        : t('jobPage.loginChanges', { number: values.other, added, removed }),
  }));
}
