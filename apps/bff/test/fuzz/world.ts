import type { RowsTokenDto } from '../../src/modules/data/module-rows.dto';
import { ADMIN, startApp, type TestApp } from '../app';
import { defined } from '../defined';
import { event, PASSWORD, realm, signIn, site, task, user, workerToken } from '../factories';
import { oneOfEach } from '../one-of-each';
import { SANDBOX } from '../rehearsal';
import { makeWebFolder } from '../web-folder';
import { seat } from '../work';
import { isPublishingKind, PUBLISHED_MODULE, Publishing, type PublishingKind } from './publishing';
import { type Kind, makers, type Place, readIds, ready } from './rows';
import { SecondFactors } from './second-factors';
import type { CodeKind } from './values';

/** Who calls: `stale` has the token of a session that has ended, `refresh` a refresh token, `garbled` a malformed one. */
export const callers = [
  'admin', 'owner', 'user', 'waiting', 'nobody', 'worker', 'publisher', 'stale', 'garbled', 'refresh',
] as const; // prettier-ignore
export type Caller = (typeof callers)[number];

/** The latest that a rehearsal may start, by its own rules. */
export const REHEARSAL_STARTS_IN_S = 300;

type Person = { caller: Caller; id: number; email: string; role: string; realmId: number | null };

/** A seeded world: a desk with something of everything, another desk, and people of every kind. */
export class World {
  private ids: Partial<Record<Kind, (number | string)[]>> = {};
  private readonly tokens: Partial<Record<Caller, string>> = {};
  private readonly factors: SecondFactors;
  /** What the owner's requests for rows of the published module carry. */
  rowsToken = '';
  private seats = 0;

  private constructor(
    readonly app: TestApp,
    private readonly place: Place,
    private readonly people: readonly Person[],
    private readonly passwordHash: string,
    private readonly publishing: Publishing,
  ) {
    this.factors = new SecondFactors(app);
  }

  static async make(): Promise<World> {
    // Nothing is sent over the network: the push service's name can't be resolved.
    const app = await startApp({
      LOGIN_ATTEMPTS: '10000',
      MODULE_OVERRIDES: 'on',
      PUSH_SERVICES: 'push.invalid',
      SANDBOX_URL: SANDBOX,
      WEB_DIR: makeWebFolder(),
    });
    const realmId = await realm(app);
    const siteId = await site(app);
    const eventId = await event(app, siteId);
    const foreignSite = await site(app);
    await oneOfEach(app, await realm(app), foreignSite, await event(app, foreignSite));
    const sandboxId = await site(app, { url: SANDBOX });
    const owner = await user(app, 'realm_owner', realmId);
    const people: Person[] = [
      { caller: 'owner', ...owner, role: 'realm_owner', realmId },
      { caller: 'user', ...(await user(app, 'realm_user', realmId)), role: 'realm_user', realmId },
      { caller: 'waiting', ...(await user(app, 'realm_user', null)), role: 'realm_user', realmId: null },
      { caller: 'admin', id: await idOfAdmin(app), email: ADMIN.email, role: 'admin', realmId: null },
    ];
    const { rows } = await app.db.query<{ password_hash: string }>(
      'SELECT password_hash FROM users WHERE id = $1',
      [owner.id],
    );
    const world = new World(
      app,
      { realmId, siteId, eventId, sandboxId, ownerId: owner.id },
      people,
      defined(rows[0]).password_hash,
      await Publishing.make(app),
    );
    await world.giveTokens(owner.email);
    return world;
  }

  private async giveTokens(ownerEmail: string): Promise<void> {
    const { app, tokens } = this;
    tokens.worker = await workerToken(app);
    tokens.publisher = this.publishing.token;
    const stale = await signIn(app, ownerEmail);
    await app.http('POST', '/api/auth/logout', { token: stale.token });
    tokens.stale = stale.token;
    tokens.garbled = 'eyJhbGciOiJub25lIn0.eyJzaWQiOiIxIn0.';
  }

  /** The access token of a caller; undefined for an anonymous one. */
  tokenOf(caller: Caller): string | undefined {
    return this.tokens[caller];
  }

  /** The `pick`-th row of a kind, round and round; what isn't there when the desk has none. */
  idOf(kind: Kind | CodeKind | PublishingKind, pick: number): number | string {
    if (isPublishingKind(kind)) return this.publishing.idOf(kind);
    if (kind === 'totp') return this.factors.totp;
    const ids = kind === 'recoveryCode' ? this.factors.recoveryCodes : (this.ids[kind] ?? []);
    return ids[pick % Math.max(ids.length, 1)] ?? 999_999_999;
  }

  /**
   * Puts right what the requests so far have undone: people can sign in and work, the desk and the site are open, and
   * there is something of every kind to name.
   */
  async mend(): Promise<void> {
    const { app, place } = this;
    await this.mendPeople();
    await this.publishing.mend();
    this.rowsToken = await this.giveRowsToken();
    await this.factors.mend(this.person('waiting'), this.person('user'));
    await app.db.query(
      `UPDATE realms SET status = 'active', max_tasks = 100000, max_logins = 100000 WHERE id = $1`,
      [place.realmId],
    );
    await app.db.query(`UPDATE sites SET enabled = 1, url = 'https://tickets.example' WHERE id = $1`, [
      place.siteId,
    ]);
    await app.db.query('UPDATE sites SET enabled = 1, url = $2, deleted_at = NULL WHERE id = $1', [
      place.sandboxId,
      SANDBOX,
    ]);
    await app.db.query(
      `UPDATE events SET status = 'on_sale', site_id = $2, max_per_customer = NULL, deleted_at = NULL WHERE id = $1`,
      [place.eventId, place.siteId],
    );
    await app.db.query('UPDATE worker_tokens SET revoked_at = NULL, realm_ids = NULL, site_ids = NULL');
    // Valid requests create more than a realm may have.
    await app.db.query(
      'UPDATE service_tokens SET revoked_at = now() WHERE revoked_at IS NULL AND id < (SELECT max(id) - 12 FROM service_tokens)',
    );
    let ids = await readIds(app, place);
    for (const [kind, make] of Object.entries(makers)) {
      const short = ready(kind as Kind) - ids[kind as Kind].length;
      for (let count = 0; count < short; count += 1) await make(app, place, ids);
      if (short > 0) ids = await readIds(app, place);
    }
    this.ids = ids;
    if (ids.lease.length < 2 || ids.payingLease.length === 0 || ids.settlingLease.length === 0)
      await this.lease();
    await this.rehearse();
    this.ids = await readIds(app, place);
  }

  /** Has the worker take some tasks to report on, hold a seat of one that it is to pay for, and check an order. */
  private async lease(): Promise<void> {
    const { app, place, tokens } = this;
    const login_id = Number(this.idOf('login', 0));
    const buyer = await task(app, place.realmId, place.siteId, place.eventId, login_id, { mode: 'buy' });
    for (const id of [buyer, ...(this.ids.task ?? []).slice(0, 3)])
      await app.http('POST', `/api/tasks/${id}/start`, { token: tokens.owner, body: {} });
    await task(app, place.realmId, place.siteId, place.eventId, login_id, {
      mode: 'buy',
      status: 'stopped',
      payment_state: 'unknown',
    });
    const worker = <T>(path: string, body: object) =>
      app.http<T>('POST', `/api/worker/v1${path}`, { token: tokens.worker, body });
    const { body } = await worker<{ leases?: { lease_id: string; mode: string }[] }>('/lease', {
      worker: 'fuzz',
      capacity: 10,
      wait_s: 1,
      settles: true,
    });
    for (const { lease_id, mode } of body.leases ?? []) {
      if (mode !== 'buy') continue;
      const expires_at = new Date(Date.now() + 600_000).toISOString();
      await worker(`/leases/${lease_id}/hold`, { seats: [seat((this.seats += 1))], expires_at });
    }
  }

  /** Leaves one rehearsal running, which won't start soon: a realm may have few at once, and a hundred a day. */
  private async rehearse(): Promise<void> {
    const { app, place, tokens } = this;
    const ask = { token: tokens.owner };
    await app.db.query(
      `UPDATE rehearsals SET created_at = now() - interval '2 days' WHERE realm_id = $1 AND created_at > now() - interval '1 day'`,
      [place.realmId],
    );
    const { rows } = await app.db.query<{ id: number; waits: boolean }>(
      `SELECT id, starts_at > now() + interval '1 minute' AS waits FROM rehearsals
       WHERE realm_id = $1 AND status = 'running' AND deleted_at IS NULL ORDER BY waits DESC, id DESC`,
      [place.realmId],
    );
    const kept = rows[0]?.waits ? 1 : 0;
    for (const { id } of rows.slice(kept)) await app.http('POST', `/api/rehearsals/${id}/stop`, ask);
    if (kept > 0) return;
    const body = {
      event_id: place.eventId,
      scenario: 'calm',
      worker_count: 2,
      starts_in_s: REHEARSAL_STARTS_IN_S,
    };
    await app.http('POST', '/api/rehearsals', { ...ask, body });
  }

  private async giveRowsToken(): Promise<string> {
    const path = `/api/module-data/${PUBLISHED_MODULE}/token`;
    const { body } = await this.app.http<Partial<RowsTokenDto>>('POST', path, {
      token: this.tokens.owner,
      body: {},
    });
    return body.token ?? '';
  }

  private person(caller: Caller): { id: number; token: string } {
    const id = this.people.find((person) => person.caller === caller)?.id ?? 0;
    return { id, token: this.tokens[caller] ?? '' };
  }

  /** Signs in the users again whose sessions no longer work. */
  async mendPeople(): Promise<void> {
    const { app, tokens } = this;
    for (const { caller, id, email, role, realmId } of this.people) {
      const token = tokens[caller];
      const me = token ? await app.http<{ role: string; realm_id: number | null }>('GET', '/api/me', { token }) : null; // prettier-ignore
      if (me?.status === 200 && me.body.role === role && me.body.realm_id === realmId) continue;
      const changed = await app.db.query(
        `INSERT INTO users (id, email, name, role, realm_id, password_hash) OVERRIDING SYSTEM VALUE
         VALUES ($1, $2, $2, $3, $4, $5)
         ON CONFLICT (id) DO UPDATE SET status = 'active', email = $2, role = $3, realm_id = $4, password_hash = $5
         RETURNING id`,
        [id, email, role, realmId, this.passwordHash],
      );
      if (changed.rowCount !== 1) throw new Error(`${caller} could not be restored`);
      await this.factors.forget(id);
      const signed = await signIn(app, email, PASSWORD);
      tokens[caller] = signed.token;
      if (caller === 'user') tokens.refresh = signed.refreshToken;
    }
  }
}

async function idOfAdmin(app: TestApp): Promise<number> {
  const { rows } = await app.db.query<{ id: number }>(`SELECT id FROM users WHERE email = $1`, [ADMIN.email]);
  return defined(rows[0]).id;
}
