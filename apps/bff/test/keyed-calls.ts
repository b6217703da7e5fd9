import { type Asked, type TestApp } from './app';
import { approvalCalls } from './approvals';
import { defined } from './defined';
import * as make from './factories';
import { makeReleaseKey } from './module-release';
import { publishedModule } from './published-module';
import { newDevice } from './push-service';
import { holdSeats, leaseOne, newTask, type Work, work } from './work';

/** A POST of an administrator with an effect. */
export type Call = { path: string } & Pick<Asked, 'body' | 'text' | 'headers'>;

const ago = { deleted_at: new Date(Date.now() - 60_000) };

/**
 * Every POST that supports `Idempotency-Key`, on rows of its own. Written by hand: a new POST needs a
 * line here, or one among those that ignore the key.
 */
export function keyedCalls(app: TestApp): Record<string, () => Promise<Call>> {
  const task = async (mine: Work, fields: Record<string, unknown> = {}) =>
    make.task(app, mine.realmId, mine.siteId, mine.eventId, defined(mine.logins[0]), fields);
  const template = (mine: Work, fields: Record<string, unknown> = {}) =>
    make.template(app, mine.realmId, mine.siteId, mine.eventId, fields);
  const job = (mine: Work, fields: Record<string, unknown> = {}) =>
    make.job(app, mine.realmId, mine.siteId, mine.eventId, fields);
  const link = (mine: Work, fields: Record<string, unknown> = {}) =>
    make.insert(app, 'queue_links', {
      realm_id: mine.realmId,
      event_id: mine.eventId,
      login_id: mine.logins[0],
      ...fields,
    });
  const held = async (mine: Work) => {
    await newTask(mine);
    return holdSeats(mine, (await leaseOne(mine)).lease_id, [1, 2]);
  };
  const taskOf = async ({ realmId }: Work) => {
    const { rows } = await app.db.query<{ id: number }>('SELECT id FROM tasks WHERE realm_id = $1', [
      realmId,
    ]);
    return defined(rows[0]).id;
  };
  const claimed = async (mine: Work) => {
    const id = await taskOf(mine);
    const { token } = await make.admin(app);
    await app.http('POST', `/api/pay-queue/${id}/claim`, { token });
    return id;
  };
  const asked = async () => {
    const { realmId } = await work(app);
    const request = { realm_id: realmId, kind: 'max_logins', object: '', asked: 5000, reason: 'Keyed' };
    return make.insert(app, 'change_requests', { ...request, asked_who: 'test' });
  };
  const purchase = ({ logins, siteId, guid }: Work) => ({
    loginId: logins[0],
    siteId,
    eventGuid: guid,
  });
  const launch = async (mine: Work) => ({ template_id: await template(mine), login_ids: mine.logins });
  const notification = async (command: 'read' | 'dismiss' | 'restore', fields: Record<string, unknown>) => {
    const { id: user_id } = await make.admin(app);
    const row = { user_id, topic: 'security', title: 'Unread', ...fields };
    return {
      path: `/notifications/${command}`,
      body: { ids: [await make.insert(app, 'notifications', row)] },
    };
  };
  const device = () => {
    const { path, keys } = newDevice({ port: 443 });
    return { endpoint: `https://fcm.googleapis.com${path}`, keys };
  };
  /** Without an address, so that nothing is sent. */
  const webhook = (realm_id: number) =>
    make.insert(app, 'webhooks', { realm_id, name: 'Desk', url: '', topics: ['orders'], enabled: false });
  const restored = (path: string, row: (mine: Work) => Promise<number>) => async () => ({
    path: `/${path}/${await row(await work(app))}/restore`,
  });
  const loginCheck = (more: string) =>
    work(app).then((of) => ({ path: `/events/${of.eventId}/login-check${more}?realm_id=${of.realmId}` }));
  const chosenCheck = async () => {
    const { siteId, logins, owner } = await work(app);
    return { path: `/sites/${siteId}/login-checks`, body: { login_ids: logins }, owner };
  };
  // With letters: a long run of digits can pass for a card number.
  const unique = () => `k${process.hrtime.bigint().toString(36)}`;

  return {
    'POST /carted-tickets/confirm': async () => ({
      path: '/carted-tickets/confirm',
      body: { ticket_ids: await held(await work(app)) },
    }),
    'POST /events': async () => ({
      path: '/events',
      body: { name: 'Derby', site_id: await make.site(app), ko: 1_900_000_000 },
    }),
    'POST /events/{id}/login-check': () => loginCheck(''),
    'POST /events/{id}/login-check/withdraw': () => loginCheck('/withdraw'),
    'POST /modules/publishers': () =>
      Promise.resolve({ path: '/modules/publishers', body: { name: unique(), modules: ['mf-seats'] } }),
    'POST /modules/publishers/{id}/keys': async () => ({
      path: `/modules/publishers/${await make.insert(app, 'module_publishers', { name: unique() })}/keys`,
      body: { public_key: makeReleaseKey().publicKey },
    }),
    'POST /rehearsals': async () => {
      const mine = await work(app);
      await make.site(app, { url: 'http://127.0.0.1:3901' });
      return {
        path: '/rehearsals',
        body: { template_id: (await launch(mine)).template_id, login_ids: mine.logins, scenario: 'calm' },
      };
    },
    'POST /rehearsals/{id}/stop': async () => {
      const mine = await work(app);
      const id = await make.insert(app, 'rehearsals', {
        realm_id: mine.realmId,
        rehearsal_realm_id: mine.realmId,
        source: 'event',
        event_id: mine.eventId,
        rehearsal_event_id: mine.eventId,
        rehearsal_job_id: await job(mine),
        name: 'Rehearsal',
        event_name: 'Event',
        scenario: 'calm',
        seed: 1,
        settings: { type: 'hold', tasks: 1, seats_per_worker: 1, launch_delay: 0, seats_target: null },
        starts_at: new Date(),
      });
      return { path: `/rehearsals/${id}/stop` };
    },
    'POST /jobs': async () => ({ path: '/jobs', body: await launch(await work(app)) }),
    'POST /jobs/preview': async () => ({ path: '/jobs/preview', body: await launch(await work(app)) }),
    'POST /jobs/{id}/control': async () => {
      const mine = await work(app);
      const id = await job(mine);
      await task(mine, { job_id: id });
      return { path: `/jobs/${id}/control`, body: { command: 'start' } };
    },
    'POST /jobs/{id}/restore': restored('jobs', (mine) => job(mine, ago)),
    'POST /logins/{loginId}/queueitlinks': async () => {
      const mine = await work(app);
      return { path: `/logins/${mine.logins[0]}/queueitlinks`, body: { event_id: mine.eventId } };
    },
    'POST /modules/reports': async () => {
      const { name } = await publishedModule(app);
      const report = { module: name, version: '1.0.0', outcome: 'loaded', ms: 400 };
      return { path: '/modules/reports', body: { reports: [report] } };
    },
    'POST /mails/{id}/repeat': async () => {
      const mail = { address: 'ida@quayside.example', kind: 'notice', status: 'dead' };
      return { path: `/mails/${await make.insert(app, 'mails', mail)}/repeat` };
    },
    'POST /webhooks/{id}/test': async () => ({
      path: `/webhooks/${await webhook(await make.realm(app))}/test`,
    }),
    'POST /webhooks/{id}/deliveries/replay': async () => {
      const realm_id = await make.realm(app);
      const webhook_id = await webhook(realm_id);
      const message = { realm_id, webhook_id, topic: 'orders', type: 'orders.recorded', data: '{}' };
      await make.insert(app, 'webhook_deliveries', { ...message, state: 'dead' });
      return { path: `/webhooks/${webhook_id}/deliveries/replay`, body: {} };
    },
    'POST /notifications/read': () => notification('read', {}),
    'POST /notifications/dismiss': () => notification('dismiss', {}),
    'POST /notifications/restore': () =>
      notification('restore', { dismissed_at: '2026-11-20T20:00:00.000Z' }),
    'POST /notifications/send': () => Promise.resolve({ path: '/notifications/send', body: { to: 'self' } }),
    'POST /notifications/subscribe': () =>
      Promise.resolve({ path: '/notifications/subscribe', body: device() }),
    'POST /notifications/unsubscribe/{id}': async () => {
      const { token } = await make.admin(app);
      const { body } = await app.http<{ id: number }>('POST', '/api/notifications/subscribe', {
        token,
        body: device(),
      });
      return { path: `/notifications/unsubscribe/${body.id}` };
    },
    ...approvalCalls(app),
    'POST /change-requests': async () => {
      const { realmId } = await work(app);
      const body = { realm_id: realmId, kind: 'max_logins', asked: 5000, reason: 'More logins' };
      return { path: '/change-requests', body };
    },
    'POST /change-requests/{id}/withdraw': async () => ({
      path: `/change-requests/${await asked()}/withdraw`,
    }),
    'POST /change-requests/{id}/approve': async () => ({
      path: `/change-requests/${await asked()}/approve`,
      body: { granted: 6000 },
    }),
    'POST /change-requests/{id}/decline': async () => ({
      path: `/change-requests/${await asked()}/decline`,
      body: { answer: 'Not now' },
    }),
    'POST /pauses': async () => {
      const { realmId } = await work(app);
      return { path: '/pauses', body: { realm_id: realmId, reason: 'Keyed' } };
    },
    'POST /pauses/{id}/resume': async () => {
      const { realmId } = await work(app);
      const pause = { realm_id: realmId, reason: 'Keyed', paused_who: 'test' };
      return { path: `/pauses/${await make.insert(app, 'pauses', pause)}/resume` };
    },
    'POST /on-sale/{eventId}/payers/ask': async () => {
      const { realmId, eventId } = await work(app);
      return { path: `/on-sale/${eventId}/payers/ask?realm_id=${realmId}` };
    },
    'POST /pay-queue/next': async () => {
      const mine = await work(app);
      await held(mine);
      return { path: '/pay-queue/next', body: { event_id: mine.eventId } };
    },
    'POST /pay-queue/{id}/claim': async () => {
      const mine = await work(app);
      await held(mine);
      return { path: `/pay-queue/${await taskOf(mine)}/claim` };
    },
    'POST /pay-queue/{id}/release': async () => {
      const mine = await work(app);
      await held(mine);
      return { path: `/pay-queue/${await claimed(mine)}/release` };
    },
    'POST /pay-queue/{id}/confirm': async () => {
      const mine = await work(app);
      const hold_ids = await held(mine);
      return {
        path: `/pay-queue/${await claimed(mine)}/confirm`,
        body: { hold_ids, ticket_reference: 'HB-204417' },
      };
    },
    'POST /pools': async () => {
      const { realmId, siteId, logins } = await work(app);
      return {
        path: '/pools',
        body: { name: 'Keyed', site_id: siteId, realm_id: realmId, login_ids: logins },
      };
    },
    'POST /pools/{id}/members': async () => {
      const { realmId, siteId, logins } = await work(app);
      const id = await make.pool(app, realmId, siteId);
      return { path: `/pools/${id}/members`, body: { login_ids: logins } };
    },
    'POST /pools/{id}/restore': restored('pools', ({ realmId, siteId }) =>
      make.pool(app, realmId, siteId, ago),
    ),
    'POST /purchases': async () => {
      const mine = await work(app);
      await held(mine);
      return { path: '/purchases', body: purchase(mine) };
    },
    'POST /purchases/reverse': async () => {
      const mine = await work(app);
      await held(mine);
      const { body } = await app.http<{ id: number }[]>('POST', '/api/purchases', {
        token: mine.owner,
        body: purchase(mine),
      });
      return {
        path: '/purchases/reverse',
        body: { ticket_ids: body.map(({ id }) => id), reason: 'Not paid' },
      };
    },
    'POST /queueitlinks/{id}/restore': restored('queueitlinks', (mine) => link(mine, ago)),
    'POST /identity-providers/try': () =>
      Promise.resolve({ path: '/identity-providers/try', body: { rules: [], claims: { sub: unique() } } }),
    'POST /realms': () => Promise.resolve({ path: '/realms', body: { name: unique(), max_tasks: 3 } }),
    'POST /saved-views': () =>
      Promise.resolve({ path: '/saved-views', body: { page: 'tasks', name: unique(), query: {} } }),
    'POST /sites': () =>
      Promise.resolve({
        path: '/sites',
        body: { name: unique(), config: { ticket_url: 'https://tickets.example/x' } },
      }),
    'POST /sites/{id}/map/preview': async () => ({
      path: `/sites/${await make.site(app)}/map/preview`,
      body: {
        svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path id="North" d="M0 0h9v9z"/></svg>',
      },
    }),
    'POST /sites/{siteId}/login-checks': async () => {
      const { path, body } = await chosenCheck();
      return { path, body };
    },
    'POST /sites/{siteId}/login-checks/withdraw': async () => {
      const { path, body, owner } = await chosenCheck();
      await app.http('POST', `/api${path}`, { token: owner, body });
      return { path: `${path}/withdraw`, body };
    },
    'POST /sites/{siteId}/logins': async () => {
      const { realmId, siteId } = await work(app);
      const body = { email: `${unique()}@quayside.example`, password: 'kept sealed', realm_id: realmId };
      return { path: `/sites/${siteId}/logins`, body };
    },
    'POST /sites/{siteId}/logins/import': async () => {
      const { realmId, siteId } = await work(app);
      return {
        path: `/sites/${siteId}/logins/import?realm_id=${realmId}`,
        text: `email,name\r\n${unique()}@quayside.example,Ann`,
        headers: { 'Content-Type': 'text/csv' },
      };
    },
    'POST /tasks': async () => {
      const { logins, eventId } = await work(app);
      return { path: '/tasks', body: { login_id: logins[0], event_id: eventId, start: true } };
    },
    'POST /tasks/bought': async () => {
      const mine = await work(app);
      await task(mine, { status: 'stopped' });
      return { path: '/tasks/bought', body: purchase(mine) };
    },
    'POST /tasks/bulk': async () => ({
      path: '/tasks/bulk',
      body: { command: 'start', ids: [await task(await work(app))] },
    }),
    'POST /tasks/bulk/{id}/abort': async () => {
      // One that has ended: nobody works on it meanwhile.
      const { realmId } = await work(app);
      const operation = { realm_id: realmId, who: 'test', command: 'stop', total: 1, state: 'done' };
      return { path: `/tasks/bulk/${await make.insert(app, 'bulk_operations', operation)}/abort` };
    },
    'POST /tasks/{id}/pause': async () => ({ path: `/tasks/${(await newTask(await work(app))).id}/pause` }),
    'POST /tasks/{id}/payment-checked': async () => ({
      path: `/tasks/${await task(await work(app), { status: 'stopped', payment_state: 'unknown' })}/payment-checked`,
    }),
    'POST /tasks/{id}/restore': restored('tasks', (mine) => task(mine, { status: 'stopped', ...ago })),
    'POST /tasks/{id}/resume': async () => {
      const { id } = await newTask(await work(app));
      await app.db.query('UPDATE tasks SET paused = true WHERE id = $1', [id]);
      return { path: `/tasks/${id}/resume` };
    },
    'POST /tasks/{id}/start': async () => ({
      path: `/tasks/${await task(await work(app))}/start`,
      body: { now: true },
    }),
    'POST /tasks/{id}/stop': async () => ({ path: `/tasks/${(await newTask(await work(app))).id}/stop` }),
    'POST /templates': async () => {
      const { siteId, eventId, logins } = await work(app);
      return {
        path: '/templates',
        body: { name: 'Keyed', site_id: siteId, event_id: eventId, login_ids: logins },
      };
    },
    'POST /templates/{id}/restore': restored('templates', (mine) => template(mine, ago)),
    'POST /tickets/{id}/restore': restored('tickets', async (mine) => {
      const [first] = await held(mine);
      const { rows } = await app.db.query<{ id: number }>(
        `INSERT INTO tickets (realm_id, hold_id, login_id, site_id, event_id, event_guid, event_name, login_email,
           customer_identity, deleted_at)
         SELECT realm_id, id, login_id, site_id, event_id, event_guid, event_name, 'a@quayside.example',
           customer_identity, now() FROM holds WHERE id = $1 RETURNING id`,
        [first],
      );
      return defined(rows[0]).id;
    }),
    'POST /users': () =>
      Promise.resolve({
        path: '/users',
        body: { email: `${unique()}@quayside.example`, password: 'gull-feather-mast', role: 'realm_user' },
      }),
    'POST /users/{id}/password': async () => ({
      path: `/users/${(await make.user(app, 'realm_user', null)).id}/password`,
      body: { password: 'gull-feather-mast' },
    }),
  };
}
