import { startApp, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import { lease, sweep, type Work, work } from '../../../test/work';
import type { JobDto } from '../../work';
import type { CalendarDto, JobMoveDto } from './calendar.dto';

type Failure = { code: string; reason?: string; fields?: { field: string; code: string }[] };

describe('the calendar', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const WEEK = 'from=2090-01-01T00:00:00Z&to=2090-01-08T00:00:00Z';
  const read = async (token: string, query = WEEK) =>
    (await app.http<CalendarDto>('GET', `/api/calendar?${query}`, { token })).body;
  const entriesOf = async (mine: Work, query = WEEK) =>
    (await read(mine.owner, `${query}&site_id=${mine.siteId}`)).entries;
  const launch = async (mine: Work, scheduled_at: string | null, fields: Record<string, unknown> = {}) => {
    const template_id = await make.template(app, mine.realmId, mine.siteId, mine.eventId, {
      worker_count: mine.logins.length,
      launch_delay: 60,
    });
    const body = { template_id, login_ids: mine.logins, scheduled_at, ...fields };
    const response = await app.http<JobDto>('POST', '/api/jobs', { token: mine.owner, body });
    expect(response.status).toBe(201);
    return response.body;
  };
  const preview = (mine: Work, id: number, at: string) =>
    app.http<JobMoveDto>('GET', `/api/calendar/jobs/${id}/move?scheduled_at=${at}`, { token: mine.owner });
  const move = (mine: Work, id: number, scheduled_at: string, etag: string | null) =>
    app.http<JobDto>('PATCH', `/api/jobs/${id}`, {
      token: mine.owner,
      body: { scheduled_at },
      headers: etag === null ? {} : { 'If-Match': etag },
    });

  it("shows events to everybody and a realm's jobs to that realm alone", async () => {
    const mine = await work(app, {
      eventFields: { on_sale_at: '2090-01-02T10:00:00Z', ko: Date.UTC(2090, 0, 5, 15) / 1000 },
    });
    const theirs = await work(app, { on: mine });
    const job = await launch(mine, '2090-01-02T10:00:00Z');
    expect(await entriesOf(mine)).toMatchObject([
      { id: `on_sale:${mine.eventId}`, kind: 'on_sale', at: '2090-01-02T10:00:00.000Z', tasks: 1 },
      { id: `job:${job.id}`, kind: 'job', job_id: job.id, status: 'scheduled', tasks: 1, can_move: true },
      { id: `kick_off:${mine.eventId}`, at: '2090-01-05T15:00:00.000Z', status: 'on_sale', can_move: false },
    ]);
    expect((await entriesOf(theirs)).map(({ kind, tasks }) => [kind, tasks])).toEqual([
      ['on_sale', 0],
      ['kick_off', 0],
    ]);
    expect((await preview(theirs, job.id, '2090-01-03T10:00:00Z')).status).toBe(404);
  });

  it('answers what starts from the first instant on and before the last', async () => {
    const mine = await work(app, {
      eventFields: { on_sale_at: '2090-01-01T00:00:00Z', ko: Date.UTC(2090, 0, 8) / 1000 },
    });
    expect((await entriesOf(mine)).map(({ kind }) => kind)).toEqual(['on_sale']);
    const next = 'from=2090-01-08T00:00:00Z&to=2090-01-15T00:00:00Z';
    expect((await entriesOf(mine, next)).map(({ kind }) => kind)).toEqual(['kick_off']);
  });

  it('filters by kind, site and what is planned', async () => {
    const mine = await work(app, {
      eventFields: { on_sale_at: '2090-01-02T10:00:00Z', ko: Date.UTC(2090, 0, 5, 15) / 1000 },
    });
    const kinds = async (filter: string) =>
      (await entriesOf(mine, `${WEEK}&${filter}`)).map(({ kind }) => kind);
    expect(await kinds('kind=kick_off,job')).toEqual(['kick_off']);
    expect(await kinds('kind=!kick_off')).toEqual(['on_sale']);
    expect(await kinds('planned=true')).toEqual([]);
    await make.template(app, mine.realmId, mine.siteId, mine.eventId);
    expect(await kinds('planned=true')).toEqual(['on_sale', 'kick_off']);
  });

  it.each([
    ['from=2090-01-08T00:00:00Z&to=2090-01-01T00:00:00Z', 'to', 'INVALID'],
    ['from=2090-01-01T00:00:00Z&to=2092-01-01T00:00:00Z', 'to', 'INVALID'],
    [`${WEEK}&kind=party`, 'kind', 'NOT_ONE_OF'],
    [`${WEEK}&site_id=harbour`, 'site_id', 'NOT_IDS'],
    ['to=2090-01-01T00:00:00Z', 'from', 'REQUIRED'],
  ])('refuses %s', async (query, field) => {
    const { token } = await make.admin(app);
    const response = await app.http<Failure>('GET', `/api/calendar?${query}`, { token });
    expect([response.status, JSON.stringify(response.body).includes(`"${field}"`)]).toEqual([400, true]);
  });

  describe('marks conflicts of a login', () => {
    const conflictsOf = async (mine: Work) => (await read(mine.owner)).conflicts;

    it('in two jobs whose starts are at most half an hour apart, also of two sites', async () => {
      const mine = await work(app, { logins: 2 });
      const other = await make.site(app);
      const otherEvent = await make.event(app, other, { name: 'Cup final' });
      const first = await launch(mine, '2090-01-02T10:00:00Z');
      expect(await conflictsOf(mine)).toEqual([]);
      const second = await make.job(app, mine.realmId, other, otherEvent);
      const busy = await make.task(app, mine.realmId, other, otherEvent, mine.logins[1]!, {
        job_id: second,
        status: 'scheduled',
        scheduled_at: '2090-01-02T10:31:00Z',
      });
      // The second task of the first job starts a minute after the first.
      expect(await conflictsOf(mine)).toMatchObject([
        {
          logins: 1,
          login_names: [expect.stringContaining('buyer-')],
          sides: [
            { job_id: first.id, event_id: mine.eventId, at: '2090-01-02T10:01:00.000Z' },
            { job_id: second, event_id: otherEvent, event_name: 'Cup final', at: '2090-01-02T10:31:00.000Z' },
          ],
        },
      ]);
      await app.db.query("UPDATE tasks SET scheduled_at = scheduled_at + interval '1 second' WHERE id = $1", [
        busy,
      ]);
      expect(await conflictsOf(mine)).toEqual([]);
    });

    it('for two on-sales, when its tasks have no time of their own', async () => {
      const mine = await work(app, { eventFields: { on_sale_at: '2090-01-03T10:00:00Z' } });
      const otherEvent = await make.event(app, mine.siteId, { on_sale_at: '2090-01-03T10:30:00Z' });
      const task = (eventId: number) =>
        make.task(app, mine.realmId, mine.siteId, eventId, mine.logins[0]!, { status: 'queued' });
      await task(mine.eventId);
      const second = await task(otherEvent);
      expect(await conflictsOf(mine)).toMatchObject([
        {
          logins: 1,
          sides: [
            { job_id: null, event_id: mine.eventId },
            { job_id: null, event_id: otherEvent },
          ],
        },
      ]);
      await app.db.query("UPDATE tasks SET status = 'stopped' WHERE id = $1", [second]);
      expect(await conflictsOf(mine)).toEqual([]);
    });
  });

  describe('moves a job', () => {
    it('with its tasks still as far apart, under the ETag of its preview', async () => {
      const mine = await work(app, { logins: 3 });
      const job = await launch(mine, '2090-01-02T10:00:00Z');
      const seen = await preview(mine, job.id, '2090-01-03T11:00:00Z');
      expect(seen.body).toEqual({
        job_id: job.id,
        name: job.name,
        from: '2090-01-02T10:00:00.000Z',
        to: '2090-01-03T11:00:00.000Z',
        last_at: '2090-01-03T11:02:00.000Z',
        tasks: 3,
        launch_delay: 60,
        checks: [],
        conflicts: [],
      });
      const etag = seen.headers.get('etag');
      expect((await move(mine, job.id, '2090-01-03T11:00:00Z', etag)).status).toBe(200);
      const { rows } = await app.db.query<{ at: Date }>(
        'SELECT scheduled_at AS at FROM tasks WHERE job_id = $1 ORDER BY job_index',
        [job.id],
      );
      expect(rows.map(({ at }) => at.toISOString())).toEqual([
        '2090-01-03T11:00:00.000Z',
        '2090-01-03T11:01:00.000Z',
        '2090-01-03T11:02:00.000Z',
      ]);
      expect(await move(mine, job.id, '2090-01-04T11:00:00Z', etag)).toMatchObject({
        status: 412,
        body: { code: 'STALE' },
      });
      expect(await entriesOf(mine)).toMatchObject([
        { at: '2090-01-03T11:00:00.000Z', ends_at: '2090-01-03T11:02:00.000Z' },
      ]);
    });

    it('after a check of the new time and of each task', async () => {
      const mine = await work(app, {
        logins: 3,
        eventFields: {
          on_sale_at: '2090-01-02T10:00:00Z',
          ko: Date.UTC(2090, 0, 5, 15) / 1000,
          max_per_customer: 1,
        },
      });
      const job = await launch(mine, '2090-01-02T10:00:00Z');
      await app.db.query("UPDATE logins SET status = 'disabled' WHERE id = $1", [mine.logins[0]]);
      await app.db.query("UPDATE logins SET status = 'failed' WHERE id = $1", [mine.logins[1]]);
      await app.db.query('UPDATE tasks SET seats_to_set = 2 WHERE login_id = $1', [mine.logins[2]]);
      const found = async (at: string) =>
        (await preview(mine, job.id, at)).body.checks.map(({ code, verdict, tasks }) => [
          code,
          verdict,
          tasks,
        ]);
      const always = [
        ['LOGIN_DISABLED', 'blocked', 1],
        ['LOGIN_FAILED', 'warn', 1],
        ['PURCHASE_LIMIT', 'blocked', 1],
      ];
      expect(await found('2090-01-02T10:00:00Z')).toEqual(always);
      expect(await found('2090-01-02T09:59:00Z')).toEqual([['BEFORE_ON_SALE', 'warn', 1], ...always]);
      expect(await found('2090-01-02T11:00:00Z')).toEqual([['AFTER_ON_SALE', 'warn', 3], ...always]);
      expect(await found('2090-01-05T14:59:00Z')).toEqual([
        ['AFTER_ON_SALE', 'warn', 3],
        ['AFTER_KICK_OFF', 'warn', 2],
        ...always,
      ]);
      expect(await found('2020-01-01T00:00:00Z')).toEqual([
        ['STARTS_AT_ONCE', 'warn', 3],
        ['BEFORE_ON_SALE', 'warn', 3],
        ...always,
      ]);
    });

    it('after a look for conflicts at the new time, for a draft too', async () => {
      const mine = await work(app);
      const fixed = await launch(mine, '2090-01-02T10:00:00Z');
      const draft = await launch(mine, null, { draft: true });
      const found = async (at: string) => (await preview(mine, draft.id, at)).body.conflicts;
      expect(await found('2090-01-02T10:30:00Z')).toMatchObject([
        { logins: 1, sides: [{ job_id: fixed.id }, { job_id: draft.id, at: '2090-01-02T10:30:00.000Z' }] },
      ]);
      expect(await found('2090-01-02T10:30:01Z')).toEqual([]);
    });

    it('to now, whereupon its tasks are leased, and no longer once one has started', async () => {
      const mine = await work(app);
      const job = await launch(mine, '2090-01-02T10:00:00Z');
      const now = new Date().toISOString();
      const seen = await preview(mine, job.id, now);
      expect(seen.body.checks).toMatchObject([{ code: 'STARTS_AT_ONCE', tasks: 1 }]);
      await move(mine, job.id, now, seen.headers.get('etag'));
      await sweep(app);
      expect(await lease(mine)).toHaveLength(1);
      expect(await preview(mine, job.id, '2090-01-03T10:00:00Z')).toMatchObject({
        status: 409,
        body: { code: 'INVALID_STATE' },
      });
    });
  });
});
