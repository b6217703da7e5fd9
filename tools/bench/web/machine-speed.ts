/// <reference lib="dom" />
import { spreadOf, type Spread } from '../paired.ts';
import type { Stage } from './stage.ts';
import { View } from './view.ts';

const TIMES = 15;

/**
 * Ms that a plain table of 500 rows takes on the slowed-down processor, put into an empty page and laid out. Nothing of the
 * product is in it: machines of one name differ by more than two, and one of them from hour to hour.
 */
export async function machineSpeed(stage: Stage): Promise<Spread> {
  const view = await View.open(stage);
  await view.slow();
  const took: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    took.push(await view.page.evaluate(layTable));
    await view.settle(100);
  }
  await view.close();
  return spreadOf(took);
}

/** Runs inside the page. */
function layTable(): number {
  const cells = Array.from({ length: 9 }, (_, cell) => `<td>Cell ${cell} of a row</td>`).join('');
  const began = performance.now();
  document.body.innerHTML = `<table>${`<tr>${cells}</tr>`.repeat(500)}</table>`;
  document.body.getBoundingClientRect();
  return performance.now() - began;
}
