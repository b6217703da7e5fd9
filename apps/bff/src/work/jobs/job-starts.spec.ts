import { startApp, type TestApp } from '../../../test/app';
import { template } from '../../../test/factories';
import { holdSeats, leaseOne, sweep, under, type Work, work } from '../../../test/work';
import type { TaskDto } from '../tasks/tasks.dto';
import type { JobDto, JobEventDto } from './jobs.dto';

describe("a job's start", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const launch = async (from: Work): Promise<JobDto> => {
    const template_id = await template(app, from.realmId, from.siteId, from.eventId, {
      worker_count: from.logins.length,
    });
    const body = { template_id, login_ids: from.logins };
    return (await app.http<JobDto>('POST', '/api/jobs', { token: from.owner, body })).body;
  };
  const read = async ({ owner }: Work, { id }: JobDto) =>
    (await app.http<JobDto>('GET', `/api/jobs/${id}`, { token: owner })).body;

  it('stays the first actual start after expired seats, retries and restarts', async () => {
    const mine = await work(app);
    const job = await launch(mine);
    expect((await read(mine, job)).started_at).toBeNull();
    const first = await leaseOne(mine);
    const { started_at } = await read(mine, job);
    expect(started_at).not.toBeNull();
    await holdSeats(mine, first.lease_id, [1]);
    await app.db.query("UPDATE holds SET expires_at = now() - interval '1 second' WHERE job_id = $1", [
      job.id,
    ]);
    await sweep(app);
    const second = await leaseOne(mine);
    expect(await read(mine, job)).toMatchObject({ status: 'running', started_at, finished_at: null });
    await app.http('POST', `/api/jobs/${job.id}/control`, { token: mine.owner, body: { command: 'stop' } });
    await under(mine, second.lease_id, 'release');
    const ended = await read(mine, job);
    expect(ended).toMatchObject({ status: 'stopped', started_at });
    expect(Date.parse(ended.finished_at ?? '')).toBeGreaterThan(Date.parse(started_at ?? ''));
    await app.http('POST', `/api/jobs/${job.id}/control`, { token: mine.owner, body: { command: 'start' } });
    await leaseOne(mine);
    expect(await read(mine, job)).toMatchObject({ status: 'running', started_at, finished_at: null });
    const { body } = await app.http<JobEventDto[]>('GET', `/api/jobs/${job.id}/events`, {
      token: mine.owner,
    });
    expect(body.filter(({ what }) => what === 'begin')).toMatchObject([{ at: started_at }]);
  });

  it('stays after the task that started first was deleted or removed', async () => {
    const mine = await work(app, { logins: 2 });
    const job = await launch(mine);
    const { lease_id, task } = await leaseOne(mine);
    const { started_at } = await read(mine, job);
    const second = await leaseOne(mine);
    await app.http('POST', `/api/jobs/${job.id}/control`, { token: mine.owner, body: { command: 'stop' } });
    await under(mine, lease_id, 'release');
    await under(mine, second.lease_id, 'release');
    const { finished_at } = await read(mine, job);
    for (const id of [second.task.id, task.id])
      await app.http<TaskDto>('DELETE', `/api/tasks/${id}`, { token: mine.owner });
    expect(await read(mine, job)).toMatchObject({ started_at, finished_at });
    await app.db.query('DELETE FROM tasks WHERE id = $1', [task.id]);
    expect(await read(mine, job)).toMatchObject({ started_at });
  });
});
