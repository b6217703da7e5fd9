import type { JobDto } from '@tessera/api';
import { Descriptions } from '@tessera/ui';

const words: Readonly<Record<string, string>> = {
  type: 'Type',
  mode: 'Type',
  worker_count: 'Workers',
  seats_per_worker: 'Seats per worker',
  launch_delay: 'Seconds between starts',
  target_count: 'Target',
  price_type: 'Price type',
  price_levels: 'Price levels',
  login_ids: 'Logins',
  pool_id: 'Pool',
  proxy_template: 'Proxy template',
};

function inWords(key: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (key === 'login_ids' && Array.isArray(value)) return `${value.length} chosen`;
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, label]) => (typeof label === 'string' && label !== '' ? label : name))
    .join(', ');
}

/** How the job was launched: the template as it was then, with what was overridden. */
export const JobPlan = ({ job }: { job: JobDto }) => (
  <Descriptions
    items={Object.entries(job.config)
      .filter(([key]) => key in words)
      .map(([key, value]) => ({ term: words[key] ?? key, value: inWords(key, value) }))}
  />
);
