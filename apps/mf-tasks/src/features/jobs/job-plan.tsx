import type { ReactNode } from 'react';
import type { JobDto } from '@tessera/api';
import { DescriptionList } from '@tessera/ui/panels';
import { PoolName } from '../../lookups/names';
import { levelLabels } from '../../price-fields/level-labels';
import { type TasksTexts, useTexts } from '../../texts';

const settingLabels = (t: TasksTexts): Readonly<Record<string, string>> => ({
  type: t('words.type'),
  mode: t('words.type'),
  worker_count: t('words.tasks'),
  seats_per_worker: t('words.seatsPerTask'),
  launch_delay: t('words.betweenStarts'),
  target_count: t('words.target'),
  price_type: t('words.priceType'),
  price_levels: t('words.priceLevels'),
  login_ids: t('words.logins'),
  pool_id: t('words.pool'),
  proxy_template: t('words.proxyTemplate'),
});

function formatSetting(t: TasksTexts, key: string, value: unknown): ReactNode {
  if (value === null || value === undefined || value === '') return null;
  if (value === 'hold' || value === 'buy') return t(`words.${value}`);
  if (key === 'pool_id' && typeof value === 'number') return <PoolName id={value} />;
  if (key === 'login_ids' && Array.isArray(value)) return t('words.chosen', { number: value.length });
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object') return levelLabels({ ...value }).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** The settings of the launch: the template at that time, with overrides. */
export function JobPlan({ job }: { job: JobDto }) {
  const t = useTexts();
  const labels = settingLabels(t);
  return (
    <DescriptionList
      items={Object.entries(job.config).flatMap(([key, value]) => {
        const term = labels[key];
        return term === undefined ? [] : [{ term, value: formatSetting(t, key, value) }];
      })}
    />
  );
}
