import type { Closing } from '../../chaos/closing.ts';
import { paired, type Result } from '../paired.ts';
import { startReference } from './reference.ts';
import type { Stage } from './stage.ts';
import { signIn, View } from './view.ts';

interface PaintBench {
  folder: string;
  closing: Closing;
  rounds: number;
}

/** A page to be painted; `ready` is a CSS selector of what its reader came for. */
interface Painted {
  url: string;
  ready: string;
  kept?: Awaited<ReturnType<typeof signIn>>;
}

/** One first visit with an empty cache and the slowed-down processor. */
async function paint(stage: Stage, { url, ready, kept }: Painted): Promise<number> {
  const view = await View.open(stage, kept);
  await view.slow();
  await view.page.goto(url);
  await view.page.locator(ready).first().waitFor();
  await view.settle(1500);
  const { largest } = await view.page.evaluate(() => window.seen);
  await view.close();
  return largest;
}

/** Largest contentful paint of the dashboard and the tasks page, in turns with a react-admin page. */
export async function paints(stage: Stage, { folder, closing, rounds }: PaintBench): Promise<Result[]> {
  const url = await startReference(folder, stage.adminUrl, closing);
  const kept = await signIn(stage, stage.owner);
  const reference = { url, ready: '.RaDatagrid-row' };
  const pages = {
    'the signed-in dashboard': { url: stage.url, ready: 'main h1:has-text("Dashboard")', kept },
    'the tasks page': { url: `${stage.url}/tasks`, ready: 'tr[data-index]', kept },
  };
  const results: Result[] = [];
  for (const [name, ours] of Object.entries(pages)) {
    const run = (page: Painted) => () => paint(stage, page);
    const { ratio, one, other } = await paired(rounds, run(ours), run(reference));
    results.push({
      name: `Largest contentful paint of ${name} / of a react-admin list, processor ${stage.slower} × slower`,
      ratio,
      promise: '≤ 1',
      met: ratio.median <= 1,
      note: `${one.median.toFixed(0)} ms against ${other.median.toFixed(0)} ms`,
    });
  }
  return results;
}
