import { startApp, type TestApp } from '../../../test/app';
import { admin, template, user } from '../../../test/factories';
import { holdSeats, lease, newTask, under, type Work, work } from '../../../test/work';
import type { HandOverDto } from './hand-over.dto';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const now = async (): Promise<string> =>
  (await app.db.query<{ at: Date }>('SELECT now() AS at')).rows[0]!.at.toISOString();
const ask = (token: string, eventId: number, since: string, more = '') =>
  app.http<HandOverDto>('GET', `/api/on-sale/${eventId}/hand-over?since=${since}${more}`, { token });
const note = async ({ owner, eventId }: Work, since: string) => (await ask(owner, eventId, since)).body;
const nothing = { baskets: 0, seats: 0 };

/** Four tasks: one pays two seats, one lets a seat expire, one holds three, one fails. */
async function evening(mine: Work): Promise<void> {
  for (const login_id of mine.logins) await newTask(mine, { login_id, seats_to_set: 2 });
  const [pays, expires, holds, fails] = await lease(mine, 4);
  const ticket_ids = await holdSeats(mine, pays!.lease_id, [1, 2]);
  const lost = await holdSeats(mine, expires!.lease_id, [3]);
  await holdSeats(mine, holds!.lease_id, [4, 5, 6]);
  await app.http('POST', '/api/carted-tickets/confirm', { token: mine.owner, body: { ticket_ids } });
  await app.db.query('UPDATE holds SET expires_at = now() WHERE id = ANY ($1)', [lost]);
  await under(mine, fails!.lease_id, 'fail', { message: 'Sold out' });
}

describe('a hand-over note', () => {
  it('counts what was paid and by whom, what expired, was held and failed, and what is open', async () => {
    const mine = await work(app, { logins: 4 });
    const before = await now();
    await evening(mine);
    const found = await note(mine, before);
    expect(found).toMatchObject({
      from: before,
      paid: {
        baskets: 1,
        seats: 2,
        totals: [{ currency: 'GBP', seats: 2, total: 85 }],
        by: [{ who: expect.stringContaining('@') as string, baskets: 1, seats: 2 }],
      },
      reversed_seats: 0,
      expired: { baskets: 1, seats: 1 },
      held: { baskets: 3, seats: 6 },
      failures: [{ kind: 'sold_out', count: 1 }],
      open: { baskets: 1, seats: 3, next_expires_at: expect.any(String) as string },
      reads_audit: true,
    });
    expect(Date.parse(found.to)).toBeGreaterThanOrEqual(Date.parse(before));
  });

  it('leaves out what happened before, but not what is open', async () => {
    const mine = await work(app, { logins: 4 });
    await evening(mine);
    const found = await note(mine, await now());
    expect(found).toMatchObject({
      paid: { ...nothing, totals: [], by: [] },
      expired: nothing,
      held: nothing,
      failures: [],
      commands: [],
      changes: [],
      open: { baskets: 1, seats: 3 },
    });
  });

  it('names workers as nobody, and counts reversed purchases', async () => {
    const mine = await work(app);
    const before = await now();
    await newTask(mine, { seats_to_set: 1 });
    const [buys] = await lease(mine);
    await app.db.query("UPDATE tasks SET mode = 'buy' WHERE realm_id = $1", [mine.realmId]);
    const [hold_id] = await holdSeats(mine, buys!.lease_id, [1]);
    await under(mine, buys!.lease_id, 'purchase', { tickets: [{ hold_id }] });
    expect((await note(mine, before)).paid.by).toEqual([{ who: null, baskets: 1, seats: 1 }]);
    const { rows } = await app.db.query<{ id: number }>('SELECT id FROM tickets WHERE realm_id = $1', [
      mine.realmId,
    ]);
    const body = { ticket_ids: rows.map(({ id }) => id), reason: 'Recorded by mistake' };
    await app.http('POST', '/api/purchases/reverse', { token: mine.owner, body });
    expect(await note(mine, before)).toMatchObject({ paid: { baskets: 0 }, reversed_seats: 1 });
  });

  it('lists the commands that people gave to tasks, one line per person, command and job', async () => {
    const mine = await work(app, { logins: 3 });
    const other = await user(app, 'realm_owner', mine.realmId);
    const tasks: number[] = [];
    for (const login_id of mine.logins) tasks.push((await newTask(mine, { login_id })).id);
    const before = await now();
    const command = (token: string, id: number, what: string) =>
      app.http('POST', `/api/tasks/${id}/${what}`, { token });
    for (const id of tasks) await command(mine.owner, id, 'pause');
    await command(other.token, tasks[0]!, 'resume');
    const { commands } = await note(mine, before);
    expect(commands.map(({ what, tasks: count, job_id }) => [what, count, job_id])).toEqual([
      ['pause', 3, null],
      ['resume', 1, null],
    ]);
    expect(new Set(commands.map(({ who }) => who)).size).toBe(2);
  });

  it('lists launches and changes of jobs to everybody, budgets and pauses to who reads the audit log', async () => {
    const mine = await work(app);
    const reader = await user(app, 'realm_user', mine.realmId, { duties: ['pay'] });
    const auditor = await user(app, 'realm_user', mine.realmId, { duties: ['audit'] });
    const before = await now();
    const template_id = await template(app, mine.realmId, mine.siteId, mine.eventId);
    const body = { template_id, login_ids: mine.logins, name: 'Saturday' };
    const job = (await app.http<{ id: number }>('POST', '/api/jobs', { token: mine.owner, body })).body;
    await app.http('PATCH', `/api/jobs/${job.id}`, { token: mine.owner, body: { seats_target: 9 } });
    await app.http('PUT', `/api/on-sale/${mine.eventId}/budget`, {
      token: mine.owner,
      body: { amount: 300, currency: 'GBP' },
    });
    await app.http('POST', '/api/pauses', { token: mine.owner, body: { reason: 'Wrong event' } });
    const changes = async (token: string) =>
      (await ask(token, mine.eventId, before)).body.changes.map(({ what, job_name, after }) => [
        what,
        job_name,
        after,
      ]);
    const ofJobs = [
      ['job.launch', 'Saturday', { tasks: 1 }],
      ['job.update', 'Saturday', { seats_target: 9 }],
    ];
    expect(await changes(reader.token)).toEqual(ofJobs);
    const all = [
      ...ofJobs,
      ['event.budget', null, { amount: 300, currency: 'GBP' }],
      ['realm.pause', null, null],
    ];
    expect(await changes(auditor.token)).toEqual(all);
    expect(await changes(mine.owner)).toEqual(all);
  });

  it('shows nothing of another realm at the same event, and all of them to administrators', async () => {
    const mine = await work(app, { logins: 4 });
    const before = await now();
    await evening(mine);
    const other = await work(app, { on: mine });
    expect(await note(other, before)).toMatchObject({ held: nothing, open: nothing, failures: [] });
    expect((await ask(other.owner, mine.eventId, before, `&realm_id=${mine.realmId}`)).status).toBe(400);
    const { token } = await admin(app);
    expect((await ask(token, mine.eventId, before)).body.held.seats).toBe(6);
    expect((await ask(token, mine.eventId, before, `&realm_id=${other.realmId}`)).body.held.seats).toBe(0);
  });

  it('names a changed budget as a whole, also after its currency changed', async () => {
    const mine = await work(app);
    const before = await now();
    const template_id = await template(app, mine.realmId, mine.siteId, mine.eventId);
    const launch = { template_id, login_ids: mine.logins };
    const job = (await app.http<{ id: number }>('POST', '/api/jobs', { token: mine.owner, body: launch }))
      .body;
    const set = async (amount: number | null, currency: string) => {
      const put = { token: mine.owner, body: { amount, currency } };
      expect((await app.http('PUT', `/api/on-sale/${mine.eventId}/budget`, put)).status).toBe(200);
      const body = { budget: amount, budget_currency: amount === null ? null : currency };
      expect((await app.http('PATCH', `/api/jobs/${job.id}`, { token: mine.owner, body })).status).toBe(200);
    };
    await set(200, 'GBP');
    await set(300, 'GBP');
    await set(300, 'EUR');
    await app.http('PATCH', `/api/jobs/${job.id}`, { token: mine.owner, body: { seats_target: 9 } });
    await set(350, 'EUR');
    await set(null, 'EUR');
    const { changes } = await note(mine, before);
    const of = (what: string) =>
      changes.filter((change) => change.what === what).map(({ before: was, after }) => [was, after]);
    const event = (amount: number, currency: string) => ({ amount, currency });
    expect(of('event.budget')).toEqual([
      [null, event(200, 'GBP')],
      [event(200, 'GBP'), event(300, 'GBP')],
      [event(300, 'GBP'), event(300, 'EUR')],
      [event(300, 'EUR'), event(350, 'EUR')],
      [event(350, 'EUR'), null],
    ]);
    const ofJob = (budget: number | null, budget_currency: string | null) => ({ budget, budget_currency });
    expect(of('job.update')).toEqual([
      [ofJob(null, null), ofJob(200, 'GBP')],
      [ofJob(200, 'GBP'), ofJob(300, 'GBP')],
      [ofJob(300, 'GBP'), ofJob(300, 'EUR')],
      [{ seats_target: null }, { seats_target: 9 }],
      [ofJob(300, 'EUR'), ofJob(350, 'EUR')],
      [ofJob(350, 'EUR'), ofJob(null, null)],
    ]);
  });

  it('rejects a period in the future and without a start, and an unknown event', async () => {
    const mine = await work(app);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect((await ask(mine.owner, mine.eventId, later)).status).toBe(400);
    expect((await ask(mine.owner, mine.eventId, '')).status).toBe(400);
    expect((await ask(mine.owner, 2_147_483_647, await now())).status).toBe(404);
  });
});
