import { setTimeout as delay } from 'node:timers/promises';
import type { Stage, Worker } from '../stage.ts';
import { Load } from '../load.ts';
import { until } from '../patience.ts';
import { none, type Verdict } from '../verdict.ts';
import { makeWorld } from '../world.ts';
import type { ChaosCase, Scene } from './case.ts';
import { WorkerRecorder } from './worker-recorder.ts';

/** Past the lease of 30 s, and the sweep that follows within 2 s. */
const SLEEP_MS = 33_000;
const AFTERWARDS_MS = 6_000;
const TAKEN_OVER_MS = 120_000;

interface Leased {
  id: number;
  lease_id: string;
}

/** A worker that stands still past its leases, while others do its tasks, and then goes on as if nothing were. */
export const staleWorker: ChaosCase = {
  key: 'b',
  title: 'SIGSTOP of a worker past its lease',
  async run({ stage, chance, quick, say }: Scene): Promise<Verdict[]> {
    const rounds = quick ? 1 : 3;
    const world = await makeWorld(stage, chance, 'Stale worker');
    const recorders = await Promise.all(stage.workers.map(({ console }) => WorkerRecorder.listen(console)));
    await stage.rewireWorkers(recorders.map(({ url }) => url));
    const load = await Load.begin(stage, world, chance, { writers: 1, streams: 0, buying: 14 });
    const accepted: string[] = [];
    const changed: string[] = [];
    let refused = 0;
    let tasks = 0;
    for (let round = 0; round < rounds; round += 1) {
      const { worker, leased } = await sleepy(stage, (number) => chance.pick([...Array(number).keys()]));
      const recorder = recorders[stage.workers.indexOf(worker)];
      tasks += leased.length;
      await delay(SLEEP_MS);
      await until('others finish the tasks', () => finished(stage, leased), {
        withinMs: TAKEN_OVER_MS,
        everyMs: 500,
      });
      const before = await picture(stage, leased);
      const from = recorder?.calls.length ?? 0;
      worker.program.signal('SIGCONT');
      await delay(AFTERWARDS_MS);
      const stale = new Set(leased.map(({ lease_id }) => lease_id));
      const own = (recorder?.calls.slice(from) ?? []).filter(({ lease }) => stale.has(lease));
      const forged = await writeAsStale(stage, worker, leased);
      for (const { call, status } of [...own, ...forged]) {
        if (status === 409) refused += 1;
        else accepted.push(`${call}: ${status}`);
      }
      if ((await picture(stage, leased)) !== before) changed.push(`round ${round + 1}`);
      say(`${leased.length} leases slept over, ${own.length} late writes of the worker's own`);
    }
    const figures = await load.finish();
    await stage.rewireWorkers();
    await Promise.all(recorders.map((recorder) => recorder.close()));
    return [
      none('every stale write was refused with 409', accepted, `${refused} refused, ${tasks} leases`),
      none('nothing of them is in the tables', changed, `${tasks} tasks, their holds, tickets and events`),
      { what: 'there were stale writes', holds: refused > 0 && tasks > 0, figure: `${refused}` },
      ...figures,
    ];
  },
};

/** Stops a worker that has tasks in hand which are not finished by the time it stands still. */
async function sleepy(
  stage: Stage,
  draw: (number: number) => number,
): Promise<{ worker: Worker; leased: Leased[] }> {
  return until('a worker has tasks', async () => {
    const worker = stage.workers[draw(stage.workers.length)];
    if (!worker) return undefined;
    worker.program.signal('SIGSTOP');
    // What it had sent is answered by now.
    await delay(500);
    const { rows } = await stage.db.query<Leased>(
      'SELECT t.id, t.lease_id FROM tasks t JOIN workers w ON w.id = t.leased_by WHERE w.name = $1',
      [worker.name],
    );
    if (rows.length >= 2) return { worker, leased: rows };
    worker.program.signal('SIGCONT');
    await delay(300);
    return undefined;
  });
}

async function finished(stage: Stage, leased: readonly Leased[]): Promise<true | undefined> {
  const { rowCount } = await stage.db.query(
    "SELECT FROM tasks WHERE id = ANY ($1::int[]) AND status <> 'bought'",
    [leased.map(({ id }) => id)],
  );
  return rowCount === 0 || undefined;
}

/** The tasks with all that hangs on them, as one text. */
async function picture(stage: Stage, leased: readonly Leased[]): Promise<string> {
  const parts = await Promise.all(
    [
      'tasks t WHERE t.id',
      'holds t WHERE t.task_id',
      'tickets t WHERE t.task_id',
      'task_events t WHERE t.task_id',
    ].map(async (from) => {
      const { rows } = await stage.db.query<{ row: unknown }>(
        `SELECT to_jsonb(t) AS row FROM ${from} = ANY ($1::int[]) ORDER BY t.id`,
        [leased.map(({ id }) => id)],
      );
      return JSON.stringify(rows);
    }),
  );
  return parts.join('\n');
}

/** Each kind of write there is, under leases that are over. */
async function writeAsStale(
  stage: Stage,
  { console }: Worker,
  leased: readonly Leased[],
): Promise<{ call: string; status: number }[]> {
  const seat = { area: 'Nowhere', row: '1', seat: '1', price: 1, currency: 'GBP' };
  const expires_at = new Date(Date.now() + 600_000).toISOString();
  const bodies: Record<string, unknown> = {
    heartbeat: {},
    report: { status: 'running', message: 'Late' },
    hold: { seats: [seat], expires_at },
    purchase: { tickets: [{ hold_id: 1, ticket_reference: 'LATE' }] },
    fail: { message: 'Late' },
    release: {},
  };
  const calls = leased.flatMap(({ lease_id }) =>
    Object.entries(bodies).map(async ([call, body]) => {
      const answer = await fetch(`${console}/api/worker/v1/leases/${lease_id}/${call}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${stage.workerToken}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { call, status: answer.status };
    }),
  );
  return Promise.all(calls);
}
