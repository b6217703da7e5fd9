import type { Visitor } from './harness/sessions.ts';
import { inspectStates } from './states/inspect-states.ts';
import { expectReadsAborted, findRepeatedReads, silenceNews } from './states/requests.ts';
import { showState } from './states/show-state.ts';
import { expect, test } from './states/test.ts';

test('shows every page, dialog and state: accessible, without console messages, on narrow screens', async ({
  openContext,
  seeded,
}) => {
  test.setTimeout(2_400_000);
  const { states } = seeded;
  const statesOf = (...visitors: Visitor[]) => states.filter(({ visitor }) => visitors.includes(visitor));
  const ownerStates = statesOf('owner');
  const half = Math.ceil(ownerStates.length / 2);
  const walks = [
    ownerStates.slice(0, half),
    ownerStates.slice(half),
    statesOf('admin'),
    statesOf('anonymous', 'newOwner', 'reader', 'pending'),
  ];
  expect(walks.flat()).toHaveLength(states.length);
  // In parallel: while one page loads, another is inspected.
  await Promise.all(walks.map((walk) => inspectStates(openContext, walk)));
});

/** Reads nothing that the console doesn't know already. */
const PAGE_WITHOUT_READS = 'unauthorized';

for (const visitor of ['owner', 'admin'] as const)
  test(`reads nothing twice while a page opens, and aborts the reads of a page that is left: ${visitor}`, async ({
    openContext,
    seeded,
  }) => {
    const context = await openContext(visitor, { colorScheme: 'light', reducedMotion: 'reduce' });
    const page = await context.newPage();
    await silenceNews(page);
    const firstLoad = await findRepeatedReads(page, async () => {
      await page.goto('/tasks');
      await page.getByRole('row').nth(1).waitFor();
    });
    expect.soft(firstLoad, 'the first load').toEqual([]);
    for (const state of seeded.pages.filter((one) => one.visitor === visitor && !one.open))
      await test.step(state.name, async () => {
        const repeated = await findRepeatedReads(page, () => showState(page, state));
        expect.soft(repeated, `${state.name} reads nothing twice`).toEqual([]);
        if (state.name !== PAGE_WITHOUT_READS) await expectReadsAborted(page, state);
      });
  });
