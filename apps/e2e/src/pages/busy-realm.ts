import { signIn } from '../harness/console.ts';
import { demoTemplate, launch, untilAll } from '../harness/jobs.ts';
import type { Product } from '../harness/product.ts';

/** What the pages are about: ids of the demo's rows. */
export interface Stage {
  site: number;
  template: number;
}

/** Puts the demo realm to work, so that its pages have something to show. */
export async function busyRealm(product: Product): Promise<Stage> {
  const owner = await signIn(product, product.owner);
  const buying = await demoTemplate(owner, 'buy');
  const holding = await demoTemplate(owner, 'hold');
  const bought = await launch(owner, { template_id: buying.id });
  const held = await launch(owner, { template_id: holding.id });
  await launch(owner, { template_id: holding.id, name: 'Tomorrow', draft: true });
  await untilAll(owner, bought, ['bought', 'failed', 'expired'], 120_000);
  await untilAll(owner, held, ['carted', 'failed'], 120_000);
  const { site_id, login_ids, event_id } = holding;
  await owner.post('/api/pools', { name: 'North stand', site_id, login_ids: login_ids.slice(0, 4) });
  const [login = 0] = login_ids;
  await owner.post(`/api/logins/${login}/queueitlinks`, { event_id, status: 'waiting', position: 1204 });
  return { site: buying.site_id, template: holding.id };
}
