import { startApp, type TestApp } from '../../../test/app';
import { lease, newTask, under, work } from '../../../test/work';
import type { TasksOverTimeDto } from './dashboard.dto';
import { StatusChangeCounts } from './status-change-counts';

describe('counted status changes', () => {
  let app: TestApp;
  // What was counted once stays counted, in all realms.
  beforeEach(async () => {
    app = await startApp();
  });
  afterEach(() => app.close());

  it('show the same chart as the timelines that they count', async () => {
    const mine = await work(app, { max_tasks: 9 });
    for (let task = 0; task < 3; task += 1) await newTask(mine);
    const [leased] = await lease(mine, 1);
    await under(mine, leased!.lease_id, 'report', { status: 'waiting_room', queue_position: 7 });
    // The timelines are older than a half hour that is over.
    await app.db.query("UPDATE task_events SET at = at - interval '5 hours' WHERE realm_id = $1", [
      mine.realmId,
    ]);
    const chart = async (span: string) =>
      (
        await app.http<TasksOverTimeDto>('GET', `/api/dashboard/tasks-over-time?span=${span}`, {
          token: mine.owner,
        })
      ).body.steps;
    const before = { day: await chart('24h'), week: await chart('7d') };

    await app.nest.get(StatusChangeCounts, { strict: false }).count();

    const counted = await app.db.query<{ changes: number }>(
      'SELECT sum(changes)::int AS changes FROM status_change_counts WHERE realm_id = $1',
      [mine.realmId],
    );
    expect(counted.rows[0]?.changes).toBeGreaterThanOrEqual(4);
    expect(await chart('24h')).toEqual(before.day);
    expect(await chart('7d')).toEqual(before.week);
    expect(before.day.at(-1)?.counts).toMatchObject({ queued: 2, waiting_room: 1 });
  });

  it('count each half hour once', async () => {
    const counts = app.nest.get(StatusChangeCounts, { strict: false });
    await counts.count();
    const all = () =>
      app.db.query('SELECT * FROM status_change_counts ORDER BY realm_id, at, from_status, to_status');
    const { rows } = await all();
    await Promise.all([counts.count(), counts.count()]);
    expect((await all()).rows).toEqual(rows);
  });
});
