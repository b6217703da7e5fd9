import { ApiClient } from '../harness/api-client.ts';
import { findTemplate, launchJob, waitForTasks } from '../harness/jobs.ts';
import type { Product } from '../harness/product.ts';
import { setScenario } from '../harness/sandbox.ts';

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

/** Adds what a busy desk shows: seats that expire soon, tasks in a waiting room, jobs that start later. */
export async function seedScreenshots(product: Product): Promise<void> {
  const owner = await ApiClient.as(product, product.owner);
  const holdTemplate = await findTemplate(owner, 'hold');
  const buyTemplate = await findTemplate(owner, 'buy');
  const launch = (template_id: number, name: string, settings: object) =>
    launchJob(owner, { template_id, name, ...settings });

  await launch(buyTemplate.id, 'Copper Almanac, presale', { worker_count: 4, scheduled_at: inMinutes(27) });
  await launch(holdTemplate.id, 'Northgate Rovers, members', {
    worker_count: 8,
    scheduled_at: inMinutes(117),
  });
  await setScenario(product, 'calm', { hold_ms: 110_000 });
  const expiringJob = await launch(holdTemplate.id, 'Harbour City, last minute', { worker_count: 2 });
  await waitForTasks(owner, expiringJob, ['carted', 'failed'], 60_000);
  await setScenario(product, 'waiting_room', { wait_per_second: 0.05 });
  await launch(holdTemplate.id, 'Harbour City, general sale', { worker_count: 9 });
}
