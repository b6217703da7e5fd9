import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Check, expectNone } from '../../checks.ts';
import type { Installation, Worker } from '../../installation/installation.ts';
import { waitFor } from '../../installation/wait-for.ts';
import { Load } from '../../load/load.ts';
import type { CaseContext, ChaosCase } from './chaos-case.ts';

/** A worker's write and the status of the response. */
export interface RecordedCall {
  lease: string;
  call: string;
  status: number;
}

const LEASE_CALL = /\/leases\/([\da-f-]{36})\/(\w+)$/;

/** A proxy between a worker and its server that records the responses to writes. */
class WorkerRecorder {
  readonly calls: RecordedCall[] = [];
  private readonly server: Server;

  private constructor(console: string) {
    this.server = createServer((from, to) => {
      const { method, headers } = from;
      const passed = request(`${console}${from.url}`, { method, headers }, (answer) => {
        const [, lease, call] = LEASE_CALL.exec(from.url ?? '') ?? [];
        if (lease && call) this.calls.push({ lease, call, status: answer.statusCode ?? 0 });
        to.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(to);
      });
      passed.on('error', () => to.destroy());
      to.on('close', () => passed.destroy());
      from.pipe(passed);
    });
  }

  /** Listens on a free port in front of the server at `console`. */
  static async listen(console: string): Promise<WorkerRecorder> {
    const recorder = new WorkerRecorder(console);
    recorder.server.listen(0, '127.0.0.1');
    await once(recorder.server, 'listening');
    return recorder;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const ended = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await ended;
  }
}

/** Longer than the lease of 30 s and the sweep up to 2 s later. */
const SLEEP_MS = 33_000;
const AFTERWARDS_MS = 6_000;
const TAKEN_OVER_MS = 120_000;

interface Leased {
  id: number;
  lease_id: string;
}

/** Suspends a worker until its leases expire and others run its tasks, then resumes it. */
export const staleWorker: ChaosCase = {
  key: 'b',
  title: 'SIGSTOP of a worker past its lease',
  async injectFaults({ installation, random, quick, log }: CaseContext): Promise<Check[]> {
    const rounds = quick ? 1 : 3;
    const recorders = await Promise.all(
      installation.workers.map(({ console }) => WorkerRecorder.listen(console)),
    );
    await installation.restartWorkers(recorders.map(({ url }) => url));
    const load = await Load.start(installation, random, 'Stale worker', {
      writers: 1,
      streams: 0,
      buying: 14,
    });
    const accepted: string[] = [];
    const changed: string[] = [];
    let refused = 0;
    let tasks = 0;
    for (let round = 0; round < rounds; round += 1) {
      const { worker, leased } = await stopBusyWorker(installation, (number) =>
        random.pick([...Array(number).keys()]),
      );
      const recorder = recorders[installation.workers.indexOf(worker)];
      tasks += leased.length;
      await delay(SLEEP_MS);
      await waitFor('others finish the tasks', () => areFinished(installation, leased), {
        withinMs: TAKEN_OVER_MS,
        everyMs: 500,
      });
      const before = await readSnapshot(installation, leased);
      const from = recorder?.calls.length ?? 0;
      worker.program.signal('SIGCONT');
      await delay(AFTERWARDS_MS);
      const stale = new Set(leased.map(({ lease_id }) => lease_id));
      const own = (recorder?.calls.slice(from) ?? []).filter(({ lease }) => stale.has(lease));
      const forged = await writeAsStale(installation, worker, leased);
      for (const { call, status } of [...own, ...forged]) {
        if (status === 409) refused += 1;
        else accepted.push(`${call}: ${status}`);
      }
      if ((await readSnapshot(installation, leased)) !== before) changed.push(`round ${round + 1}`);
      log(`${leased.length} expired leases, ${own.length} late writes by the worker`);
    }
    const loadChecks = await load.finish();
    await installation.restartWorkers();
    await Promise.all(recorders.map((recorder) => recorder.close()));
    return [
      expectNone('every stale write was refused with 409', accepted, `${refused} refused, ${tasks} leases`),
      expectNone(
        'no stale write changed the tables',
        changed,
        `${tasks} tasks, their holds, tickets and events`,
      ),
      { title: 'there were stale writes', passed: refused > 0 && tasks > 0, detail: `${refused}` },
      ...loadChecks,
    ];
  },
};

/** Suspends a worker that has at least two unfinished tasks. */
async function stopBusyWorker(
  installation: Installation,
  draw: (number: number) => number,
): Promise<{ worker: Worker; leased: Leased[] }> {
  return waitFor('a worker has tasks', async () => {
    const worker = installation.workers[draw(installation.workers.length)];
    if (!worker) return undefined;
    worker.program.signal('SIGSTOP');
    // Let requests in flight complete.
    await delay(500);
    const { rows } = await installation.db.query<Leased>(
      'SELECT t.id, t.lease_id FROM tasks t JOIN workers w ON w.id = t.leased_by WHERE w.name = $1',
      [worker.name],
    );
    if (rows.length >= 2) return { worker, leased: rows };
    worker.program.signal('SIGCONT');
    await delay(300);
    return undefined;
  });
}

async function areFinished(installation: Installation, leased: readonly Leased[]): Promise<boolean> {
  const { rowCount } = await installation.db.query(
    "SELECT FROM tasks WHERE id = ANY ($1::int[]) AND status <> 'bought'",
    [leased.map(({ id }) => id)],
  );
  return rowCount === 0;
}

/** Returns the tasks with their holds, tickets and events as text. */
async function readSnapshot(installation: Installation, leased: readonly Leased[]): Promise<string> {
  const parts = await Promise.all(
    [
      'tasks t WHERE t.id',
      'holds t WHERE t.task_id',
      'tickets t WHERE t.task_id',
      'task_events t WHERE t.task_id',
    ].map(async (from) => {
      const { rows } = await installation.db.query<{ row: unknown }>(
        `SELECT to_jsonb(t) AS row FROM ${from} = ANY ($1::int[]) ORDER BY t.id`,
        [leased.map(({ id }) => id)],
      );
      return JSON.stringify(rows);
    }),
  );
  return parts.join('\n');
}

/** Sends each kind of write with an expired lease. */
async function writeAsStale(
  installation: Installation,
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
        headers: { Authorization: `Bearer ${installation.workerToken}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { call, status: answer.status };
    }),
  );
  return Promise.all(calls);
}
