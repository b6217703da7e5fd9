import fc from 'fast-check';
import type { LedgerLine } from '../../src/purchases';
import { startApp, type TestApp } from '../app';
import { type Act, anyAct, beginnings } from './acts';
import type { Desk } from './desk';
import { faultsOf, readRows, type StoredRows } from './invariants';
import { Office } from './office';

/** `npm run prove -- money` sets a higher number. */
const runs = Number(process.env.MONEY_RUNS ?? 4);
const seed = Number(process.env.MONEY_SEED ?? 20_261_124);
/** The run to repeat, as a failure names it next to the seed. */
const path = process.env.MONEY_PATH;
const STEPS = 60;
const anySteps = fc.array(anyAct, { minLength: STEPS, maxLength: STEPS });

/** The totals of all runs, for the report. */
const totals = { steps: 0, acts: 0, tickets: 0, late: 0, settled: 0, answers: new Map<string, number>() };

describe('seats and payments while people and workers act and time passes', () => {
  let app: TestApp;
  let office: Office;
  beforeAll(async () => {
    app = await startApp();
    office = await Office.in(app);
  });
  afterAll(() => app.close());

  it(
    'buys no seat twice, adds up only live seats, ends bought tasks and loses no payment, for any actions',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...beginnings), anySteps, async (beginning, acts) => {
          const desk = await office.begin();
          try {
            await follow(desk, [...beginning, ...acts]);
          } finally {
            await desk.end();
          }
        }),
        { numRuns: runs, seed, path, endOnFailure: Boolean(process.env.MONEY_RUNS) },
      );
      if (process.env.MONEY_RUNS) process.stdout.write(`${report()}\n`);
    },
    Math.max(300_000, runs * 20_000),
  );
});

/** Performs each step and checks the invariants after it; at the end all time passes and all payments are settled. */
async function follow(desk: Desk, acts: readonly Act[]): Promise<void> {
  const done: string[] = [];
  let before: StoredRows | null = null;
  const check = async () => {
    const rows = await readRows(desk);
    const faults = await faultsOf(desk, rows, before);
    if (faults.length > 0) throw new Error(`${done.join('\n')}\n${faults.join('\n')}`);
    before = rows;
    return rows;
  };
  for (const act of acts) {
    totals.steps += 1;
    const response = await desk.do(act).catch((error: unknown) => {
      throw new Error(`${done.join('\n')}\n${JSON.stringify(act)}: ${String(error)}`);
    });
    if (response === null) continue;
    totals.acts += 1;
    const name = `${act.by} ${act.does}: ${response}`;
    totals.answers.set(name, (totals.answers.get(name) ?? 0) + 1);
    done.push(`${JSON.stringify(act)} → ${response}`);
    await check();
  }
  await desk.settleAll();
  done.push('all settled');
  const { tasks, tickets } = await check();
  expect(tasks.filter(({ payment_check }) => payment_check)).toEqual([]);
  const recorded = new Set(tickets.map(({ task_id, seat }) => `${task_id} ${seat}`));
  const paid = desk.site.paidByWorkers().flatMap(([key, { seats }]) => {
    const task = tasks.find(({ order_key }) => order_key === key);
    return seats.map((seat) => `${task?.id} ${seat}`);
  });
  expect({ done, missing: paid.filter((seat) => !recorded.has(seat)) }).toEqual({ done, missing: [] });
  totals.tickets += tickets.length;
  totals.settled += paid.length;
  await checkLedger(
    desk,
    tickets.map(({ id }) => id),
  );
}

/** The ledger lists the tickets, each once, besides reversed records. */
async function checkLedger(desk: Desk, tickets: readonly number[]): Promise<void> {
  const listed = await Promise.all(
    desk.realms.map(({ token }) =>
      desk.app.http<LedgerLine[]>('GET', `/api/ledger?event_id=${desk.eventId}`, { token }),
    ),
  );
  const lines = listed.flatMap(({ body }) => body).filter(({ reversed_at }) => reversed_at === null);
  totals.late += lines.filter(({ late }) => late).length;
  expect(lines.map(({ id }) => id).sort((a, b) => a - b)).toEqual(tickets);
}

const report = (): string =>
  [
    `${runs} runs, seed ${seed}: ${totals.steps} steps, ${totals.acts} actions; ${totals.tickets} tickets, ${totals.late} of them late, `,
    `${totals.settled} seats paid by workers, all recorded\n`,
    ...[...totals.answers]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, times]) => `  ${name} ${times}\n`),
  ].join('');
