import type pg from 'pg';
import { type BuyingRealm, clear, createDue, lease, makeRealms } from './instant.ts';
import { type Result, spreadOf, time } from './measure.ts';
import { clientWith, signInAdmin } from './owners.ts';
import { log } from './report.ts';
import type { Bench } from './start.ts';

const TASKS = 1000;
/** Requests that hold seats at the same time: those of eight workers. */
const HOLDING = 32;
const HOLD_MS = 600_000;
/** A tenth more: a budget may not undo the instant. */
const MOST = 1.1;

/**
 * An instant of an on-sale in a realm that has budgets of the event and of the month, in turn with the same without budgets:
 * when the last task is leased, and how long all of them take to hold a seat each.
 */
export async function budgets(bench: Bench, rounds: number): Promise<Result[]> {
  const { session: db } = bench;
  const [realm] = await makeRealms(bench, { realms: 1, logins: TASKS });
  if (!realm) throw new Error('The realm was not made');
  const { token } = await (
    await signInAdmin(bench)
  ).requestOk<{ token: string }>('POST', '/api/worker-tokens', { name: 'budgets' });
  const found = { without: [] as Instant[], within: [] as Instant[] };
  for (let round = 0; round < rounds * 2; round += 1) {
    const which = round % 4 === 0 || round % 4 === 3 ? 'without' : 'within';
    await setBudgets(db, realm.id, which === 'within');
    const one = await buy(bench, realm, token);
    found[which].push(one);
    log(`${TASKS} tasks ${which} budgets: leased ${one.leased.toFixed(0)}, held ${one.held.toFixed(0)} ms`);
  }
  await clear(db);
  return (['leased', 'held'] as const).map((what) => {
    const within = found.within.map((one) => one[what]);
    const without = found.without.map((one) => one[what]);
    const figure = spreadOf(within.map((ms, index) => ms / (without[index] ?? NaN)));
    const text = {
      leased: 'Time until 1,000 tasks that are due at one second are leased',
      held: 'Time until each of them holds a seat',
    };
    const [mine, theirs] = [spreadOf(within).median, spreadOf(without).median];
    return {
      name: `${text[what]}: within budgets / without`,
      figure,
      ...(what === 'leased'
        ? { promise: `≤ ${MOST}`, met: figure.median <= MOST }
        : { promise: 'for comparison', met: true }),
      note: `${mine.toFixed(0)} ms to ${theirs.toFixed(0)} ms`,
    };
  });
}

/** Milliseconds from the second at which tasks are due to the last lease, and from there until all seats are held. */
interface Instant {
  leased: number;
  held: number;
}

async function buy({ session: db, server }: Bench, realm: BuyingRealm, token: string): Promise<Instant> {
  await clear(db);
  await db.query('DELETE FROM holds WHERE realm_id = $1', [realm.id]);
  const due = await createDue(db, [realm], TASKS);
  const { arrivals, leaseIds } = await lease([server.url], token, { due, tasks: TASKS });
  const worker = clientWith(server.url, token);
  const waiting = leaseIds.entries();
  const hold = async () => {
    for (const [index, id] of waiting)
      await worker.requestOk('POST', `/api/worker/v1/leases/${id}/hold`, {
        seats: [{ area: 'North', row: 'A', seat: String(index), price: 40, currency: 'GBP' }],
        expires_at: new Date(Date.now() + HOLD_MS).toISOString(),
      });
  };
  const held = await time(() => Promise.all(Array.from({ length: HOLDING }, hold)));
  return { leased: arrivals.last, held };
}

/** Sets budgets that all seats fit in, or removes them. */
async function setBudgets(db: pg.ClientBase, realm: number, within: boolean): Promise<void> {
  await db.query('DELETE FROM event_budgets WHERE realm_id = $1', [realm]);
  await db.query('DELETE FROM month_budgets WHERE realm_id = $1', [realm]);
  if (!within) return;
  await db.query(
    "INSERT INTO event_budgets (event_id, realm_id, amount, currency) VALUES (1, $1, 1000000, 'GBP')",
    [realm],
  );
  await db.query(
    "INSERT INTO month_budgets (realm_id, currency, from_month, amount) VALUES ($1, 'GBP', '2020-01-01', 1000000)",
    [realm],
  );
}
