import { FairQueue } from './fair-queue';

/** Work that ends when it is told to; `order` says in which order it began. */
function rig(limit: number) {
  const queue = new FairQueue(limit);
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const run = (requester: string) =>
    queue.run(requester, () => {
      order.push(requester);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  /** Ends one after the other until nothing runs. */
  const finish = async () => {
    for (let at = 0; at < ends.length; at += 1) {
      ends[at]!();
      for (let tick = 0; tick < 10; tick += 1) await Promise.resolve();
    }
  };
  return { run, order, finish };
}

it('lets a requester who comes late wait one turn, however many another has', async () => {
  const { run, order, finish } = rig(2);
  const flood = Array.from({ length: 18 }, () => run('flood'));
  const late = run('late');
  await finish();
  await Promise.all([...flood, late]);
  expect(order.indexOf('late')).toBeLessThanOrEqual(3);
  expect(order).toHaveLength(19);
});

it('refuses a requester with too many waiting, and nobody else', async () => {
  const { run, finish } = rig(2);
  const flood = Array.from({ length: 24 }, () =>
    run('flood').then(
      () => 'done',
      (error: { code: string }) => error.code,
    ),
  );
  const other = run('other');
  await finish();
  const outcomes = await Promise.all(flood);
  expect(outcomes.filter((outcome) => outcome === 'RATE_LIMIT')).toHaveLength(6);
  await expect(other).resolves.toBeUndefined();
});

it('is bounded: the requester with most gives up a place for another', async () => {
  const { run, finish } = rig(1);
  const settled: Promise<unknown>[] = [];
  const refused: string[] = [];
  const ask = (name: string) => settled.push(run(name).catch(() => refused.push(name)));
  for (let who = 0; who < 33; who += 1) for (let each = 0; each < 16; each += 1) ask(`address ${who}`);
  ask('newcomer');
  await finish();
  await Promise.all(settled);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused).not.toContain('newcomer');
});
