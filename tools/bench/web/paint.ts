import type { Closing } from '../../chaos/closing.ts';
import { paired, spreadOf, type Result, type Spread } from '../paired.ts';
import { startReference } from './reference.ts';
import type { Stage } from './stage.ts';
import { signIn, View } from './view.ts';

/** Good, as web.dev draws the line. */
const MOST_SHIFT = 0.1;

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

interface Paint {
  largest: number;
  shift: number;
}

/** One first visit with an empty cache and the slowed-down processor. */
async function paint(stage: Stage, { url, ready, kept }: Painted): Promise<Paint> {
  const view = await View.open(stage, kept);
  await view.slow();
  await view.page.goto(url);
  await view.page.locator(ready).first().waitFor();
  await view.settle(1500);
  const { largest, shift } = await view.page.evaluate(() => window.seen);
  await view.close();
  return { largest, shift };
}

/** Largest contentful paint and layout shift of the dashboard and the tasks page, in turns with a react-admin page. */
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
    const shifts: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
    const run = (page: Painted, into: number[]) => async () => {
      const { largest, shift } = await paint(stage, page);
      into.push(shift);
      return largest;
    };
    const { ratio, one, other } = await paired(rounds, run(ours, shifts.ours), run(reference, shifts.theirs));
    results.push(
      {
        name: `Largest contentful paint of ${name} / of a react-admin list, processor ${stage.slower} × slower`,
        ratio,
        promise: '≤ 1',
        met: ratio.median <= 1,
        note: `${one.median.toFixed(0)} ms against ${other.median.toFixed(0)} ms`,
      },
      shiftOf(name, spreadOf(shifts.ours), spreadOf(shifts.theirs)),
    );
  }
  return results;
}

const shiftOf = (name: string, ours: Spread, theirs: Spread): Result => ({
  name: `Cumulative layout shift of ${name}`,
  ratio: ours,
  promise: `≤ ${MOST_SHIFT}`,
  met: ours.median <= MOST_SHIFT,
  note: `${ours.median.toFixed(3)} against the react-admin list's ${theirs.median.toFixed(3)}`,
});
