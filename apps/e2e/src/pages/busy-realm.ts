import { signIn } from '../harness/console.ts';
import { demoTemplate, launch, untilAll } from '../harness/jobs.ts';
import type { Product } from '../harness/product.ts';

/** Puts the demo realm to work, so that its pages have something to show; answers the demo site's id. */
export async function busyRealm(product: Product): Promise<number> {
  const owner = await signIn(product, product.owner);
  const buying = await demoTemplate(owner, 'buy');
  const holding = await demoTemplate(owner, 'hold');
  const bought = await launch(owner, { template_id: buying.id });
  await untilAll(owner, bought, ['bought', 'failed', 'expired'], 120_000);
  const held = await launch(owner, { template_id: holding.id });
  await untilAll(owner, held, ['carted', 'failed'], 120_000);
  await launch(owner, { template_id: holding.id, name: 'Tomorrow', draft: true });
  return buying.site_id;
}
