import { signIn } from '../harness/console.ts';
import { demoTemplate, launch, untilAll } from '../harness/jobs.ts';
import type { Product } from '../harness/product.ts';
import { setScenario } from '../harness/sandbox.ts';

const soon = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

/** What makes pictures of a desk at work: seats that lapsed and that lapse soon, tasks that wait, jobs that start later. */
export async function rushHour(product: Product): Promise<void> {
  const owner = await signIn(product, product.owner);
  const holding = await demoTemplate(owner, 'hold');
  const buying = await demoTemplate(owner, 'buy');
  const from = (template_id: number, name: string, more: object) =>
    launch(owner, { template_id, name, ...more });

  await from(buying.id, 'Copper Almanac, presale', { worker_count: 4, scheduled_at: soon(27) });
  await from(holding.id, 'Northgate Rovers, members', { worker_count: 8, scheduled_at: soon(117) });
  await setScenario(product, 'calm', { hold_ms: 110_000 });
  const lapsing = await from(holding.id, 'Harbour City, last minute', { worker_count: 2 });
  await untilAll(owner, lapsing, ['carted', 'failed'], 60_000);
  await setScenario(product, 'waiting_room', { wait_per_second: 0.05 });
  await from(holding.id, 'Harbour City, general sale', { worker_count: 9 });
}
