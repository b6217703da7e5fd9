import type { TaskDto } from '../../src/work';
import { startApp, type TestApp } from '../app';
import { Floor } from './floor';

const is =
  (...statuses: TaskDto['status'][]) =>
  ({ status }: TaskDto) =>
    statuses.includes(status);
const carted = is('carted');
const bought = is('bought');

/** Each scenario of the sandbox, run to its end by the reference worker, in shortened times. */
describe('the sandbox’s scenarios', () => {
  let app: TestApp;
  let floor: Floor;
  beforeAll(async () => {
    app = await startApp();
    floor = new Floor(app);
    await floor.open();
  });
  afterAll(async () => {
    await floor.close();
    await app.close();
  });

  const differ = (seats: string[]) => expect(new Set(seats).size).toBe(seats.length);

  it('calm: everybody holds two seats of their own, and a person may pay', async () => {
    const { held, sold, failures } = await floor.run('calm', {}, { mode: 'hold' }, carted);
    expect(held).toHaveLength(10);
    differ(held);
    expect([sold, failures]).toEqual([[], []]);
  });

  it('on-sale rush: seats are bought beside a crowd that takes the best', async () => {
    const { bought: tickets, sold } = await floor.run('on_sale_rush', {}, { mode: 'buy' }, bought);
    expect(tickets).toHaveLength(10);
    expect(tickets).toEqual(sold);
  });

  it('sell-out: some get seats, the others fail and say why; no seat is sold twice', async () => {
    const ended = is('bought', 'failed');
    const seats = { seats_on_sale: 6 };
    const run = await floor.run('sell_out', seats, { mode: 'buy', max_retries: 1 }, ended);
    expect(run.bought).toEqual(run.sold);
    differ(run.sold);
    const failed = run.tasks.filter(is('failed'));
    expect(failed.length).toBeGreaterThan(0);
    expect(run.bought.length).toBe(2 * (run.tasks.length - failed.length));
    for (const { status_message } of failed) expect(status_message).toMatch(/^Sold out/);
  });

  it('waiting room: everybody waits their turn first', async () => {
    const slow = { wait_min_ms: 1500, wait_per_second: 4 };
    const { statuses, held } = await floor.run('waiting_room', slow, { mode: 'hold' }, carted);
    expect(statuses).toContain('waiting_room');
    expect(held).toHaveLength(10);
  });

  it('too many requests: tries are put off as long as the site asks, and end well', async () => {
    const busy = { busy_share: 0.4, busy_retry_after_s: 8 };
    const run = await floor.run('too_many_requests', busy, { mode: 'buy', max_retries: 30 }, bought);
    expect(run.bought).toEqual(run.sold);
    expect(run.bought).toHaveLength(10);
    const first = run.failures.filter((text) => /^Too many requests/.test(text) && /retry 1\b/.test(text));
    expect(first.length).toBeGreaterThan(0);
    for (const text of first) expect(text).toMatch(/in 8 s\)$/);
  });

  it('holds that expire: each is tried once more, and what expired stays on record', async () => {
    const { held, tasks, statuses } = await floor.run(
      'short_holds',
      { hold_ms: 2500 },
      { mode: 'hold' },
      is('expired'),
    );
    expect(tasks).toHaveLength(5);
    expect(held).toHaveLength(20);
    expect(statuses).toContain('queued');
  });

  it('declined payments: seats stay held, and are paid by a later try', async () => {
    const { failures, bought: tickets, sold } = await floor.run('declined', {}, { mode: 'buy' }, bought);
    expect(failures.some((text) => text.startsWith('The payment was declined'))).toBe(true);
    expect(tickets).toEqual(sold);
    expect(tickets).toHaveLength(10);
  });

  it('outage in the middle: what had begun is finished afterwards, once', async () => {
    const away = { outage_after_requests: 12, outage_ms: 1500 };
    const run = await floor.run('outage', away, { mode: 'buy', max_retries: 30 }, bought);
    expect(run.failures.length).toBeGreaterThan(0);
    expect(run.bought).toEqual(run.sold);
    expect(run.bought).toHaveLength(10);
  });
});
