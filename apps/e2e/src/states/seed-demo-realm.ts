import { expect } from '@playwright/test';
import { ApiClient } from '../harness/api-client.ts';
import { findTemplate, launchJob, waitForTasks } from '../harness/jobs.ts';
import type { Product } from '../harness/product.ts';
import { setScenario } from '../harness/sandbox.ts';

const HOLD_MS = 59 * 60_000;

/** Ids of the demo realm's rows, for the addresses of pages. */
export interface DemoIds {
  site: number;
  template: number;
  event: number;
  job: number;
  otherJob: number;
  /** Two rehearsals of the event that have ended. */
  rehearsals: [number, number];
}

/** Rehearses the event, and waits until the rehearsal has ended. */
async function rehearse(owner: ApiClient, event_id: number, seed: number): Promise<number> {
  const plan = { scenario: 'calm', worker_count: 4, starts_in_s: 0 };
  const { id } = await owner.post<{ id: number }>('/api/rehearsals', { ...plan, event_id, seed });
  await expect
    .poll(async () => (await owner.get<{ status: string }>(`/api/rehearsals/${id}`)).status, {
      timeout: 60_000,
    })
    .toBe('finished');
  return id;
}

/** Creates tasks, tickets, a pool and a Queue-it link in the demo realm, so that its pages have content. */
export async function seedDemoRealm(product: Product): Promise<DemoIds> {
  const owner = await ApiClient.as(product, product.owner);
  const buyTemplate = await findTemplate(owner, 'buy');
  const holdTemplate = await findTemplate(owner, 'hold');
  // The seats stay in the cart until every page was looked at.
  await setScenario(product, 'calm', { hold_ms: HOLD_MS });
  const buyJob = await launchJob(owner, { template_id: buyTemplate.id });
  const holdJob = await launchJob(owner, { template_id: holdTemplate.id });
  await launchJob(owner, { template_id: holdTemplate.id, name: 'Tomorrow', draft: true });
  await waitForTasks(owner, buyJob, ['bought', 'failed', 'expired'], 120_000);
  await waitForTasks(owner, holdJob, ['carted', 'failed'], 120_000);
  const { site_id, login_ids, event_id } = holdTemplate;
  await owner.post('/api/pools', { name: 'North stand', site_id, login_ids: login_ids.slice(0, 4) });
  const [login = 0] = login_ids;
  await owner.post(`/api/logins/${login}/queueitlinks`, { event_id, status: 'waiting', position: 1204 });
  const rehearsals: DemoIds['rehearsals'] = [
    await rehearse(owner, event_id, 7),
    await rehearse(owner, event_id, 8),
  ];
  return {
    rehearsals,
    site: buyTemplate.site_id,
    template: holdTemplate.id,
    event: event_id,
    job: holdJob,
    otherJob: buyJob,
  };
}
