import { startApp, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import { leaseOne, newTask, under, type Work, work } from '../../../test/work';
import { Housekeeping } from '../../platform/retention/housekeeping';
import type { LinkDto } from './links.dto';
import type { WaitingPlacesDto } from './waiting-places.dto';

describe('/api/on-sale/{eventId}/positions', () => {
  let app: TestApp;
  let mine: Work;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    mine = await work(app, { logins: 3 });
  });

  const read = async (query = '', token = mine.owner) =>
    (await app.http<WaitingPlacesDto>('GET', `/api/on-sale/${mine.eventId}/positions${query}`, { token }))
      .body;
  const addLink = async (login: number | undefined, fields: object = {}) =>
    (
      await app.http<LinkDto>('POST', `/api/logins/${login}/queueitlinks`, {
        token: mine.owner,
        body: { event_id: mine.eventId, status: 'waiting', ...fields },
      })
    ).body;
  /** Positions of a link over the last minutes: `from` people in front, of which 60 a minute leave. */
  const addSteps = (link: number, from: number, minutes: number) =>
    app.db.query(
      `INSERT INTO queue_link_steps (realm_id, link_id, status, position, at)
       SELECT $1, $2, 'waiting', $3 - 5 * s, now() - make_interval(secs => 60 * $4 - 5 * s)
       FROM generate_series(0, 12 * $4 - 1) AS s`,
      [mine.realmId, link, from, minutes],
    );
  const report = (leaseId: string, position: number) =>
    under(mine, leaseId, 'report', { status: 'waiting_room', queue_position: position });

  it('lists live links and tasks that wait without one, nearest the front first', async () => {
    const served = await newTask(mine, { login_id: mine.logins[0], start: false });
    const expires = '2099-12-01T09:00:00.000Z';
    const far = await addLink(mine.logins[0], {
      position: 900, assigned_to_task_ids: [served.id], enqueue_token_expires: expires,
    }); // prettier-ignore
    const unknown = await addLink(mine.logins[1], { status: 'prequeue' });
    await addLink(mine.logins[2], { status: 'expired', position: 1 });
    const alone = await newTask(mine, { login_id: mine.logins[2] });
    const { lease_id } = await leaseOne(mine);
    await report(lease_id, 12);
    const { places, total, event_id } = await read();
    expect([event_id, total]).toEqual([mine.eventId, 3]);
    expect(places.map(({ kind, id, position }) => [kind, id, position])).toEqual([
      ['task', alone.id, 12],
      ['link', far.id, 900],
      ['link', unknown.id, null],
    ]);
    expect(places[0]).toMatchObject({ status: 'waiting', token_expires_at: null, tasks: [{ id: alone.id }] });
    expect(places[1]).toMatchObject({
      login_id: mine.logins[0], status: 'waiting', token_expires_at: expires, pace: null, wait: null,
      tasks: [{ id: served.id, name: served.name, status: 'idle' }],
    }); // prettier-ignore
  });

  it('shows a task with a live link at its link alone', async () => {
    const task = await newTask(mine, { login_id: mine.logins[0] });
    const link = await addLink(mine.logins[0], { assigned_to_task_ids: [task.id] });
    const { lease_id } = await leaseOne(mine);
    await report(lease_id, 30);
    expect((await read()).places).toMatchObject([
      { kind: 'link', id: link.id, position: 30, tasks: [{ id: task.id, status: 'waiting_room' }] },
    ]);
    await addLink(mine.logins[1]);
    expect((await read(`?task_id=${task.id}`)).places.map(({ id }) => id)).toEqual([link.id]);
    expect((await read(`?link_id=${link.id}`)).total).toBe(1);
  });

  it('begins with the places whose turn it is', async () => {
    await addLink(mine.logins[0], { position: 5 });
    const turn = await addLink(mine.logins[1], { status: 'your_turn' });
    expect((await read()).places[0]).toMatchObject({ id: turn.id, wait: null });
  });

  it('estimates the wait from the positions over time, which it thins', async () => {
    const link = await addLink(mine.logins[0]);
    await app.db.query('DELETE FROM queue_link_steps WHERE link_id = $1', [link.id]);
    await addSteps(link.id, 3000, 30);
    await app.db.query('UPDATE queue_links SET position = 1205 WHERE id = $1', [link.id]);
    const [place] = (await read()).places;
    expect(place?.samples.length).toBeGreaterThan(25);
    expect(place?.samples.length).toBeLessThanOrEqual(64);
    expect(place?.samples.toSorted(([a], [b]) => a - b)).toEqual(place?.samples);
    expect(place?.samples.at(-1)?.[1]).toBe(1205);
    expect(place?.pace).toBeGreaterThan(55);
    expect(place?.pace).toBeLessThan(62);
    expect(place?.wait?.likely_s).toBeGreaterThan(1150);
    expect(place?.wait?.earliest_s).toBeLessThan(1205);
    expect(place?.wait?.latest_s).toBeGreaterThan(1205);
  });

  it("keeps a task's changed positions, at most one in five seconds", async () => {
    const task = await newTask(mine);
    const { lease_id } = await leaseOne(mine);
    for (const position of [50, 50, 40, 30]) await report(lease_id, position);
    await under(mine, lease_id, 'report', { status: 'running' });
    const kept = () =>
      app.db.query<{ position: number; slot: number }>(
        'SELECT position, slot FROM task_positions WHERE task_id = $1 ORDER BY slot',
        [task.id],
      );
    const { rows } = await kept();
    // The reports may lie on either side of a slot's end.
    expect(rows.length).toBeLessThanOrEqual(4);
    expect(new Set(rows.map(({ slot }) => slot)).size).toBe(rows.length);
    expect(rows.at(-1)?.position).toBe(30);
    await app.db.query("UPDATE task_positions SET at = now() - interval '31 days' WHERE task_id = $1", [
      task.id,
    ]);
    await app.nest.get(Housekeeping).clean();
    expect((await kept()).rows).toEqual([]);
  });

  it('shows nothing of another realm, and no event that does not exist', async () => {
    await addLink(mine.logins[0], { position: 3 });
    const stranger = (await make.user(app, 'realm_owner', await make.realm(app))).token;
    expect(await read('', stranger)).toMatchObject({ total: 0, places: [] });
    const reader = (await make.user(app, 'realm_user', mine.realmId)).token;
    expect((await read('', reader)).total).toBe(1);
    const { status } = await app.http('GET', '/api/on-sale/999999/positions', { token: mine.owner });
    expect(status).toBe(404);
  });
});
