import { spreadOf, type Result } from '../paired.ts';
import type { Stage } from './stage.ts';
import { signIn, View, type Line } from './view.ts';

/** Good, as web.dev draws the line. */
const MOST_SHIFT = 0.1;
/** So long without an answer, and a page has read what it shows. */
const QUIET_MS = 1_500;

const kbit = 1024 / 8;
/**
 * Lighthouse's two devices with their lines (its docs/throttling.md). A line matters: over localhost every answer is there
 * before the first paint, so that no placeholder is ever seen and nothing can move.
 */
const devices: Record<string, { size: { width: number; height: number }; line: Line; slower: number }> = {
  desktop: {
    size: { width: 1350, height: 940 },
    line: { latency: 40, download: 10_240 * kbit, upload: 10_240 * kbit },
    slower: 1,
  },
  phone: {
    size: { width: 412, height: 823 },
    line: { latency: 562.5, download: 1_474.6 * kbit, upload: 675 * kbit },
    slower: 4,
  },
};

/** Cumulative layout shift of first visits by the lines and on the screens that Lighthouse takes. */
export async function layoutShifts(stage: Stage, rounds: number): Promise<Result[]> {
  const results: Result[] = [];
  for (const [who, credentials] of [
    ['an owner', stage.owner],
    ['an administrator', stage.admin],
  ] as const) {
    const kept = await signIn(stage, credentials);
    for (const [device, { size, line, slower }] of Object.entries(devices)) {
      const shifts: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const view = await View.open({ ...stage, slower }, kept, size);
        await view.slow();
        await view.throttle(line);
        await view.page.goto(`${stage.url}/dashboard`);
        await view.page.getByRole('heading', { name: 'Recent jobs' }).waitFor();
        await view.quiet(QUIET_MS);
        shifts.push(await view.page.evaluate(() => window.seen.shift));
        await view.close();
      }
      const ratio = spreadOf(shifts);
      results.push({
        name: `Cumulative layout shift of ${who}'s dashboard on a ${device}, with Lighthouse's line`,
        ratio,
        promise: `≤ ${MOST_SHIFT}`,
        met: ratio.median <= MOST_SHIFT,
        note: `${size.width} × ${size.height}, the largest ${Math.max(...shifts).toFixed(3)}`,
      });
    }
  }
  return results;
}
