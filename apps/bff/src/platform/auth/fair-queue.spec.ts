import type { ApiError } from '../errors/api-error';
import { FairQueue } from './fair-queue';

/** A queue of tasks that end on demand; `order` is the order in which they started. */
function rig(limit: number) {
  const queue = new FairQueue(limit);
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const run = (requester: string) =>
    queue.runInTurn(requester, () => {
      order.push(requester);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  /** Ends one task after another until none runs. */
  const finish = async () => {
    for (let at = 0; at < ends.length; at += 1) {
      ends[at]!();
      for (let tick = 0; tick < 10; tick += 1) await Promise.resolve();
    }
  };
  return { run, order, finish };
}

it('lets a late requester wait one turn only, however many tasks another has', async () => {
  const { run, order, finish } = rig(2);
  const flood = Array.from({ length: 18 }, () => run('flood'));
  const late = run('late');
  await finish();
  await Promise.all([...flood, late]);
  expect(order.indexOf('late')).toBeLessThanOrEqual(3);
  expect(order).toHaveLength(19);
});

it('rejects a requester with too many waiting tasks, and no other', async () => {
  const { run, finish } = rig(2);
  const flood = Array.from({ length: 24 }, () =>
    run('flood').then(
      () => 'done',
      (error: unknown) => (error as ApiError).code,
    ),
  );
  const other = run('other');
  await finish();
  const outcomes = await Promise.all(flood);
  expect(outcomes.filter((outcome) => outcome === 'RATE_LIMIT')).toHaveLength(6);
  await expect(other).resolves.toBeUndefined();
});

it('is bounded: when it is full, the requester with most tasks loses one to another', async () => {
  const { run, finish } = rig(1);
  const settled: Promise<unknown>[] = [];
  const rejected: string[] = [];
  const runAs = (name: string) => settled.push(run(name).catch(() => rejected.push(name)));
  for (let who = 0; who < 33; who += 1) for (let each = 0; each < 16; each += 1) runAs(`address ${who}`);
  runAs('newcomer');
  await finish();
  await Promise.all(settled);
  expect(rejected.length).toBeGreaterThan(0);
  expect(rejected).not.toContain('newcomer');
});
