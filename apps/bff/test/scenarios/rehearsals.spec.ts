import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../../tools/start/ports';
import { RehearsalSweeper } from '../../src/work';
import { startApp, type TestApp } from '../app';
import { defined } from '../defined';
import { event, realm, site, user } from '../factories';
import { sweep } from '../work';
import { Floor } from './floor';

/** Per scenario: how the twelve tasks end with seed 7, and the figure that shows that the scenario took place. */
const SCENARIOS = [
  ['calm', { carted: 12 }, null],
  ['rush', { carted: 11, failed: 1 }, 'retries'],
  ['waiting_room', { carted: 12 }, null],
  ['sell_out', { carted: 6, failed: 6 }, 'retries'],
  ['too_many_requests', { carted: 12 }, 'retries'],
  ['lapses', { carted: 11, expired: 1 }, 'lapses'],
  ['outage', { carted: 12 }, 'retries'],
] as const;

interface Report {
  end_state: string;
  retries: number;
  lapses: number;
  seats_held: number;
  seats_bought: number;
  first_seat_s: number;
  hold_p50_s: number;
  hold_p95_s: number;
  outcomes: Record<string, number>;
  failures: { reason: string; tries: number; tasks: number }[];
  workers: { slots: number; most_busy: number; oldest_queue_s: number };
}

type Rehearsal = { id: number; status: string; report: Report | null };

/** A rehearsal that has ended: its report, each task's end, and the figures as its timeline has them. */
interface Ended {
  report: Report;
  tasks: TaskEnd[];
  counted: object;
}

interface TaskEnd {
  status: string;
  retry_count: number;
  seats: string[];
  reasons: string[];
}

/**
 * Rehearsals by the reference worker at the real sandbox, all at the same time; waiting times before a next attempt are cut
 * short.
 */
describe('rehearsals', () => {
  let app: TestApp;
  let floor: Floor;
  let eventId: number;
  const ended = new Map<string, Promise<Ended[]>>();
  let bought: Promise<Ended[]>;
  let isOver = false;
  let drive: Promise<void>;

  beforeAll(async () => {
    const port = await freePort();
    const SANDBOX_URL = `http://127.0.0.1:${port}`;
    app = await startApp({ SANDBOX_URL });
    floor = new Floor(app);
    await floor.open({ port, slots: 150 });
    eventId = await event(app, await site(app, { url: SANDBOX_URL }));
    drive = run();
    for (const [scenario] of SCENARIOS) ended.set(scenario, rehearse(scenario, [7, 7, 8]));
    bought = rehearse('calm', [3], 'buy');
  });
  afterAll(async () => {
    isOver = true;
    try {
      await drive;
    } finally {
      await floor.close();
      await app.close();
    }
  });

  /** Cuts waiting times before a next attempt short, and sweeps. */
  async function run(): Promise<void> {
    while (!isOver) {
      await app.db.query('UPDATE tasks SET ready_at = now() WHERE ready_at > now()');
      await app.db.query(`SELECT pg_notify('tessera_queue', id::text) FROM sites`);
      await sweep(app);
      await app.nest.get(RehearsalSweeper, { strict: false }).sweepEnded();
      await sleep(200);
    }
  }

  /** Rehearses an event in a new realm with each seed at once, and waits until they have ended. */
  async function rehearse(scenario: string, seeds: readonly number[], type = 'hold'): Promise<Ended[]> {
    const { token } = await user(app, 'realm_owner', await realm(app));
    const plan = { event_id: eventId, type, worker_count: 12, seats_per_worker: 2, starts_in_s: 0 };
    const ids: number[] = [];
    for (const seed of seeds) {
      const response = await app.http<Rehearsal>('POST', '/api/rehearsals', {
        token,
        body: { ...plan, scenario, seed },
      });
      if (response.status !== 201) throw new Error(`POST /rehearsals returned ${response.status}`);
      ids.push(response.body.id);
    }
    return Promise.all(ids.map((id) => readOnceEnded(id, token)));
  }

  async function readOnceEnded(id: number, token: string): Promise<Ended> {
    for (;;) {
      const { status, body: now } = await app.http<Rehearsal>('GET', `/api/rehearsals/${id}`, { token });
      // The server may be too busy to answer.
      if (status === 200 && now.status !== 'running') return readEnded(now);
      await sleep(250);
    }
  }

  async function readEnded({ id, report }: Rehearsal): Promise<Ended> {
    const { rows: tasks } = await app.db.query<TaskEnd>(
      `SELECT t.status, t.retry_count,
         ARRAY(SELECT concat_ws('/', area, "row", seat) FROM holds h WHERE h.task_id = t.id AND h.status IN ('held', 'confirmed')
           ORDER BY 1) AS seats,
         ARRAY(SELECT coalesce(e.reason->'params'->>'words', e.reason->'params'->>'failure', e.message) FROM task_events e
           WHERE e.realm_id = t.realm_id AND e.task_id = t.id AND e.what = 'fail' ORDER BY e.at, e.id) AS reasons
       FROM tasks t JOIN rehearsals r ON r.rehearsal_realm_id = t.realm_id WHERE r.id = $1 ORDER BY t.job_index`,
      [id],
    );
    return { report: defined(report), tasks, counted: await countTimeline(id) };
  }

  /** The figures of a report, counted from the timeline by other means than the report's. */
  async function countTimeline(id: number): Promise<object> {
    const { rows } = await app.db.query<{ figures: object }>(
      `WITH e AS (
         SELECT e.task_id, e.id, date_trunc('milliseconds', e.at) AS at, e.what, e.to_status,
           coalesce((e.reason->'params'->>'wait_s')::float8, 0) AS wait_s,
           coalesce(e.reason->'params'->>'words', e.reason->'params'->>'failure', e.message) AS words,
           date_trunc('milliseconds', r.starts_at) AS starts_at
         FROM task_events e JOIN rehearsals r ON r.rehearsal_realm_id = e.realm_id
         WHERE r.id = $1 AND e.what IN ('lease', 'hold', 'fail', 'holds_lapsed', 'paid', 'purchase')),
       first AS (SELECT round(extract(epoch FROM min(at) - starts_at), 3)::float8 AS took FROM e WHERE what = 'hold'
         GROUP BY task_id, starts_at),
       failures AS (SELECT words AS reason, count(*) AS tries, count(*) FILTER (WHERE to_status = 'failed') AS tasks FROM e
         WHERE what = 'fail' GROUP BY words),
       busy AS (SELECT sum(CASE what WHEN 'lease' THEN 1 ELSE -1 END) OVER (ORDER BY at, what = 'lease', id) AS tasks FROM e
         WHERE what IN ('lease', 'hold', 'fail')),
       steps AS (SELECT what, at, lag(at + make_interval(secs => CASE what WHEN 'fail' THEN wait_s ELSE 0 END), 1, starts_at)
         OVER (PARTITION BY task_id ORDER BY at, id) AS ready FROM e)
       SELECT json_build_object(
         'retries', (SELECT count(*) FROM e WHERE what = 'fail' AND to_status IN ('queued', 'carted')),
         'lapses', (SELECT count(*) FROM e WHERE what = 'holds_lapsed'),
         'first_seat_s', (SELECT min(took) FROM first),
         'hold_p50_s', (SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY took) FROM first),
         'hold_p95_s', (SELECT percentile_disc(0.95) WITHIN GROUP (ORDER BY took) FROM first),
         'failures', coalesce((SELECT json_agg(f ORDER BY tries DESC, reason) FROM failures f), '[]'),
         'most_busy', (SELECT max(tasks) FROM busy),
         'oldest_queue_s', (SELECT greatest(0, round(max(extract(epoch FROM at - ready)), 3)) FROM steps WHERE what = 'lease')
       ) AS figures`,
      [id],
    );
    return defined(rows[0]).figures;
  }

  it.each(SCENARIOS)(
    'repeat %s exactly with the same seed, and report what the timeline says',
    async (scenario, outcomes, figure) => {
      const [first, second, other] = (await defined(ended.get(scenario))) as [Ended, Ended, Ended];
      expect(first.report.outcomes).toEqual(outcomes);
      expect(second.tasks).toEqual(first.tasks);
      for (const name of ['end_state', 'retries', 'lapses', 'seats_held', 'outcomes', 'failures'] as const)
        expect([name, second.report[name]]).toEqual([name, first.report[name]]);
      expect(other.tasks).not.toEqual(first.tasks);
      expect(other.report.end_state).not.toBe(first.report.end_state);
      if (figure !== null) expect(first.report[figure]).toBeGreaterThan(0);
      for (const { report, tasks, counted } of [first, second, other]) {
        const seats = tasks.flatMap((task) => task.seats);
        expect(new Set(seats).size).toBe(report.seats_held);
        expect(report.workers.slots).toBeGreaterThanOrEqual(report.workers.most_busy);
        const { retries, lapses, first_seat_s, hold_p50_s, hold_p95_s, failures, workers } = report;
        expect({
          ...{ retries, lapses, first_seat_s, hold_p50_s, hold_p95_s, failures },
          ...{ most_busy: workers.most_busy, oldest_queue_s: workers.oldest_queue_s },
        }).toEqual(counted);
      }
    },
  );

  it('buy seats too', async () => {
    const [{ report }] = (await bought) as [Ended];
    expect(report).toMatchObject({ outcomes: { bought: 12 }, seats_bought: 24, seats_held: 0 });
  });
});
