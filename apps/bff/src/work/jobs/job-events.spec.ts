import { startApp, type TestApp } from '../../../test/app';
import { insert, template, user } from '../../../test/factories';
import { holdSeats, leaseOne, under, type Work, work } from '../../../test/work';
import type { JobDto, JobEventDto } from './jobs.dto';

describe("a job's timeline", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const launch = async (from: Work, body: object = {}): Promise<JobDto> => {
    const template_id = await template(app, from.realmId, from.siteId, from.eventId, {
      worker_count: from.logins.length,
      type: 'buy',
    });
    const all = { template_id, login_ids: from.logins, ...body };
    return (await app.http<JobDto>('POST', '/api/jobs', { token: from.owner, body: all })).body;
  };
  const control = (from: Work, { id }: JobDto, command: string) =>
    app.http('POST', `/api/jobs/${id}/control`, { token: from.owner, body: { command } });
  const events = (from: Work, { id }: JobDto, query = '', token = from.owner) =>
    app.http<JobEventDto[]>('GET', `/api/jobs/${id}/events${query}`, { token });
  const timeline = async (from: Work, job: JobDto) =>
    (await events(from, job)).body.map(({ what, affected }) => [what, affected]);

  it('lists what was done to the whole job and by whom, newest first and in pages', async () => {
    const mine = await work(app, { logins: 2 });
    const other = await user(app, 'realm_owner', mine.realmId);
    const job = await launch(mine);
    await control(mine, job, 'pause');
    await app.http('POST', `/api/jobs/${job.id}/control`, {
      token: other.token,
      body: { command: 'resume' },
    });
    const change = { name: 'Cup desk', seats_target: 3 };
    await app.http('PATCH', `/api/jobs/${job.id}`, { token: mine.owner, body: change });
    await control(mine, job, 'stop');
    const { body, headers } = await events(mine, job);
    // The end and the stop that caused it have the same instant.
    const done = body.filter(({ what }) => what !== 'end');
    expect(done.map(({ what, affected }) => [what, affected])).toEqual([
      ['stop', 2],
      ['update', null],
      ['resume', 2],
      ['pause', 2],
      ['launch', 2],
    ]);
    expect(headers.get('x-total-count')).toBe('6');
    expect(body.find(({ what }) => what === 'end')).toMatchObject({ actor: null, status: 'stopped' });
    const [stopped, updated, resumed] = done;
    expect(updated).toMatchObject({ changes: change, status: null });
    expect(resumed?.actor).toBe(other.email);
    expect(stopped?.actor).not.toBe(other.email);
    const second = await events(mine, job, '?page=2&page_size=2');
    expect(second.body).toEqual(body.slice(2, 4));
    expect((await events(mine, job, '?sort=at')).body).toEqual([...body].reverse());
  });

  it('lists the planned start, the first start, the seat that reached the target, and the end', async () => {
    const mine = await work(app, { logins: 2 });
    const job = await launch(mine, { seats_target: 2 });
    const lease = await leaseOne(mine);
    const holds = await holdSeats(mine, lease.lease_id, [1, 2]);
    expect(await timeline(mine, job)).toEqual([
      ['begin', null],
      ['launch', 2],
    ]);
    const tickets = holds.map((hold_id) => ({ hold_id, ticket_reference: null }));
    await under(mine, lease.lease_id, 'purchase', { tickets });
    const { body } = await events(mine, job);
    expect(body.map(({ what, status }) => [what, status])).toEqual([
      ['end', 'completed'],
      ['target', null],
      ['begin', null],
      ['launch', null],
    ]);
    const later = await launch(mine, { scheduled_at: '2090-01-01T00:00:00.000Z' });
    expect((await events(mine, later)).body[0]).toMatchObject({
      what: 'schedule',
      at: '2090-01-01T00:00:00.000Z',
    });
  });

  it('derives the launch from the job if the audit log has none, also for readers', async () => {
    const mine = await work(app);
    const { realmId: realm_id, siteId: site_id, eventId: event_id } = mine;
    const id = await insert(app, 'jobs', { realm_id, site_id, event_id, name: 'Old' });
    const job = { id } as JobDto;
    expect(await timeline(mine, job)).toContainEqual(['launch', null]);
    const reader = await user(app, 'realm_user', realm_id);
    expect((await events(mine, job, '', reader.token)).status).toBe(200);
    const foreign = await work(app);
    expect((await events(mine, job, '', foreign.owner)).status).toBe(404);
  });
});
