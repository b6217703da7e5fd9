import fc from 'fast-check';
import { startApp, type TestApp } from '../../../test/app';
import { user } from '../../../test/factories';
import {
  getTask,
  holdSeats,
  lease,
  loseWorker,
  makeBuyer,
  newTask,
  skipBackoff,
  sweep,
  under,
  until,
  work,
  type Work,
} from '../../../test/work';
import type { TaskEventDto } from './tasks.dto';

const steps = [
  'start',
  'stop',
  'pause',
  'resume',
  'lease',
  'waits',
  'runs',
  'fail',
  'release',
  'hold',
  'pay',
  'lose',
  'lapse',
  'confirm',
  'remove',
  'bought',
] as const;
type Step = (typeof steps)[number];

/** What one run of random steps knows. */
type Run = { mine: Work; people: string[]; id: number; leaseId: string; holds: number[] };

describe("a task's timeline", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  async function take(run: Run, step: Step, turn: number): Promise<number> {
    const { mine, id } = run;
    const token = run.people[turn % 2];
    const call = async (method: string, path: string, body?: unknown) =>
      (await app.http(method, path, { token, body })).status;
    switch (step) {
      case 'lease': {
        await skipBackoff(mine, id);
        const [found] = await lease(mine);
        if (found) run.leaseId = found.lease_id;
        return 200;
      }
      case 'waits':
        return (await under(mine, run.leaseId, 'report', { status: 'waiting_room', queue_position: turn }))
          .status;
      case 'runs':
        return (await under(mine, run.leaseId, 'report', { status: 'running' })).status;
      case 'fail':
        return (await under(mine, run.leaseId, 'fail', { message: 'No luck' })).status;
      case 'release':
        return (await under(mine, run.leaseId, 'release')).status;
      case 'hold':
        run.holds = await holdSeats(mine, run.leaseId, [turn, turn + 100]).catch(() => run.holds);
        return 200;
      case 'pay':
        return (
          await under(mine, run.leaseId, 'purchase', { tickets: run.holds.map((hold_id) => ({ hold_id })) })
        ).status;
      case 'lose':
        await app.db.query(
          "UPDATE tasks SET lease_expires_at = now() - interval '1 second' WHERE id = $1 AND lease_id IS NOT NULL",
          [id],
        );
        return sweep(app).then(() => 200);
      case 'lapse':
        await app.db.query("UPDATE holds SET expires_at = now() - interval '1 second' WHERE task_id = $1", [
          id,
        ]);
        return sweep(app).then(() => 200);
      case 'confirm':
        return run.holds.length === 0
          ? 409
          : call('POST', '/api/carted-tickets/confirm', { ticket_ids: run.holds });
      case 'remove':
        return run.holds.length === 0 ? 404 : call('DELETE', `/api/carted-tickets/${run.holds[0]}`);
      case 'bought':
        return call('POST', '/api/tasks/bought', {
          loginId: mine.logins[0],
          siteId: mine.siteId,
          eventGuid: mine.guid,
        });
      default:
        return call('POST', `/api/tasks/${id}/${step}`);
    }
  }

  it('replays to the row whatever two people, a worker and time do, and no answer is an error of ours', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(fc.constantFrom(...steps), { minLength: 5, maxLength: 25 }),
        async (buys, taken) => {
          const mine = await work(app);
          const second = (await user(app, 'realm_owner', mine.realmId)).token;
          const { id } = await newTask(mine);
          if (buys) await makeBuyer(mine, id);
          const run: Run = {
            mine,
            people: [mine.owner, second],
            id,
            leaseId: '00000000-0000-4000-8000-000000000000',
            holds: [],
          };
          for (const [turn, step] of taken.entries())
            expect([step, await take(run, step, turn)]).not.toEqual([step, 500]);
          const task = await getTask(mine, id);
          const events = (
            await app.http<TaskEventDto[]>('GET', `/api/tasks/${id}/events`, { token: mine.owner })
          ).body.reverse();
          for (const [index, event] of events.entries())
            expect(event.from).toBe(events[index - 1]?.to ?? null);
          expect(events.at(-1)?.to).toBe(task.status);
          const { rows } = await app.db.query(
            `SELECT (lease_id IS NOT NULL) AS leased, status, (SELECT count(*)::int FROM holds h WHERE h.task_id = t.id AND h.status = 'confirmed') AS confirmed,
             (SELECT count(*)::int FROM tickets k WHERE k.task_id = t.id) AS tickets,
             (SELECT active_tasks FROM realms r WHERE r.id = t.realm_id) AS active, unfinished FROM tasks t WHERE id = $1`,
            [id],
          );
          const [row] = rows;
          expect(row.tickets).toBe(row.confirmed);
          expect(row.active).toBe(row.unfinished ? 1 : 0);
          if (['running', 'waiting_room', 'stopping'].includes(row.status)) expect(row.leased).toBe(true);
          if (row.leased) expect(row.unfinished).toBe(true);
        },
      ),
      { numRuns: 12, seed: 7 },
    );
  }, 120_000);

  it('says who did what', async () => {
    const mine = await work(app);
    const { id } = await newTask(mine);
    await lease(mine);
    await loseWorker(mine, id);
    await until(async () => (await getTask(mine, id)).status === 'queued', 'the lost lease is taken back');
    const events = (await app.http<TaskEventDto[]>('GET', `/api/tasks/${id}/events`, { token: mine.owner }))
      .body;
    expect(events.map(({ actor, what }) => [actor?.split(/[ -]/)[0], what])).toEqual([
      ['sweep', 'fail'],
      ['worker', 'lease'],
      ['realm_owner', 'start'],
      ['realm_owner', 'create'],
    ]);
  });
});
