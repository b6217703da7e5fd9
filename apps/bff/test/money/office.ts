import type { TestApp } from '../app';
import { defined } from '../defined';
import { event, login, realm, signIn, site, user, workerToken } from '../factories';
import { TASKS } from './acts';
import { Desk } from './desk';
import type { RealmDesk, TaskDesk } from './parties';

/** Access tokens live for ten minutes; a long run signs in again before. */
const SIGN_IN_EVERY_MS = 4 * 60_000;
/** The event's limit per customer. */
const LIMIT = 4;
/** Realm limits that are enough for a thousand runs, each with its own logins and tasks. */
const LIMITLESS = 1_000_000;

/** Two realms with their people, and two workers for both. Runs take place one after another, each with its own event. */
export class Office {
  private signedIn = Date.now();

  private constructor(
    readonly app: TestApp,
    readonly realms: readonly RealmDesk[],
    readonly workers: readonly string[],
  ) {}

  static async in(app: TestApp): Promise<Office> {
    const realms = await Promise.all(
      [2, 1].map(async (people) => {
        const realmId = await realm(app, { max_logins: LIMITLESS, max_tasks: LIMITLESS });
        const signed = [];
        for (let count = 0; count < people; count += 1) signed.push(await user(app, 'realm_owner', realmId));
        return {
          realmId,
          emails: signed.map(({ email }) => email),
          tokens: signed.map(({ token }) => token),
        };
      }),
    );
    return new Office(app, realms, [await workerToken(app), await workerToken(app)]);
  }

  /** Starts a run: tasks of both modes, two of them of one login, two logins of one customer, one of another realm. */
  async begin(): Promise<Desk> {
    const { app } = this;
    if (Date.now() - this.signedIn > SIGN_IN_EVERY_MS) {
      for (const one of this.realms)
        one.tokens = await Promise.all(one.emails.map(async (email) => (await signIn(app, email)).token));
      this.signedIn = Date.now();
    }
    const siteId = await site(app);
    const eventId = await event(app, siteId, { max_per_customer: LIMIT });
    const [first, other] = this.realms as [RealmDesk, RealmDesk];
    const loginOf = async (of: RealmDesk, customer: string) => ({
      of,
      customer: `${customer}-${eventId}`,
      id: await login(app, of.realmId, siteId, { supporter_id: `${customer}-${eventId}` }),
    });
    const one = await loginOf(first, 'first');
    const logins = [
      one,
      one,
      await loginOf(first, 'first'),
      await loginOf(first, 'second'),
      await loginOf(other, 'third'),
    ];
    const tasks: TaskDesk[] = [];
    for (const [index, { id: login_id, of, customer }] of logins.slice(0, TASKS).entries()) {
      const { body } = await app.http<{ id: number }>('POST', '/api/tasks', {
        token: of.tokens[0],
        body: { login_id, event_id: eventId, start: false },
      });
      const { rows } = await app.db.query<{ order_key: string }>(
        'UPDATE tasks SET mode = $2, max_retries = 2 WHERE id = $1 RETURNING order_key',
        [body.id, index % 2 === 0 ? 'buy' : 'hold'],
      );
      await app.http('POST', `/api/tasks/${body.id}/start`, { token: of.tokens[0], body: {} });
      tasks.push({ id: body.id, order_key: defined(rows[0]).order_key, login_id, realm: of, customer });
    }
    const { rows } = await app.db.query<{ guid: string }>('SELECT guid FROM events WHERE id = $1', [eventId]);
    return new Desk(app, this.realms, this.workers, siteId, eventId, defined(rows[0]).guid, LIMIT, tasks);
  }
}
