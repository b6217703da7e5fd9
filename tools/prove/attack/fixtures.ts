import { randomBytes } from 'node:crypto';
import type { Credentials } from '../installation/client.ts';
import { send, sendOk } from './http.ts';

const PASSWORD = 'lantern-over-quiet-water-7';

export interface Person {
  id: number;
  email: string;
  token: string;
}

/** A basket in the cart: what a worker holds for a task. */
export interface Basket {
  task: number;
  login: number;
  holds: number[];
}

/** Fixtures of the attacks, created over the API. */
export class Fixtures {
  token = '';
  realm = 0;
  site = 0;
  readonly password = PASSWORD;
  readonly port: number;
  readonly admin: Credentials;

  constructor(port: number, admin: Credentials) {
    this.port = port;
    this.admin = admin;
  }

  /** Signs the administrator in again, because sensitive operations require a recent sign-in. */
  async signIn(): Promise<void> {
    const { token } = await sendOk<{ token: string }>(this.port, '/api/auth/login', {
      method: 'POST',
      body: { ...this.admin, client: 'api' },
    });
    this.token = token;
  }

  async prepare(): Promise<void> {
    await this.signIn();
    this.realm = (
      await this.make('/api/realms', { name: 'Quayside Desk', max_tasks: 1000, max_logins: 1000 })
    ).id;
    this.site = (
      await this.make('/api/sites', { name: 'Harbour Tickets', url: 'https://tickets.example', enabled: 1 })
    ).id;
  }

  make<T = { id: number }>(path: string, body: object): Promise<T> {
    return sendOk<T>(this.port, path, { method: 'POST', token: this.token, body });
  }

  async user(): Promise<{ id: number; email: string }> {
    const email = `owner-${randomBytes(6).toString('hex')}@quayside.example`;
    const { id } = await this.make('/api/users', {
      email,
      name: 'Owner',
      password: PASSWORD,
      role: 'realm_owner',
      realm_id: this.realm,
    });
    return { id, email };
  }

  /** A new user, signed in. */
  async person(): Promise<Person> {
    const { id, email } = await this.user();
    return { id, email, token: await this.signInAs({ email }) };
  }

  private async signInAs({ email }: Pick<Person, 'email'>): Promise<string> {
    const { token } = await sendOk<{ token: string }>(this.port, '/api/auth/login', {
      method: 'POST',
      body: { email, password: PASSWORD, client: 'api' },
    });
    return token;
  }

  /** A task that can be started. */
  async task(): Promise<number> {
    const email = `buyer-${randomBytes(6).toString('hex')}@quayside.example`;
    const login = await this.make(`/api/sites/${this.site}/logins`, { email, realm_id: this.realm });
    const event = await this.make('/api/events', {
      site_id: this.site,
      name: 'Harbour City',
      status: 'on_sale',
    });
    return (await this.make('/api/tasks', { realm_id: this.realm, login_id: login.id, event_id: event.id }))
      .id;
  }

  /** A worker holds so many seats for a new task of a login at a site; nothing else may be ready there. */
  async basket(at: { site: number; event: number; worker: string }, seats: number): Promise<Basket> {
    const email = `buyer-${randomBytes(6).toString('hex')}@quayside.example`;
    const login = await this.make(`/api/sites/${at.site}/logins`, { email, realm_id: this.realm });
    const body = { realm_id: this.realm, login_id: login.id, event_id: at.event, start: true };
    const task = await this.make('/api/tasks', body);
    const call = <T>(path: string, sent: object) =>
      sendOk<T>(this.port, `/api/worker/v1/${path}`, { method: 'POST', token: at.worker, body: sent });
    const { leases } = await call<{ leases: { lease_id: string }[] }>('lease', {
      worker: 'attack',
      capacity: 1,
      wait_s: 5,
      sites: [at.site],
    });
    const { holds } = await call<{ holds: { id: number }[] }>(`leases/${leases[0]?.lease_id}/hold`, {
      seats: Array.from({ length: seats }, (_, n) => ({
        area: `North ${task.id}`,
        row: '1',
        price: 20,
        seat: String(n),
      })),
      expires_at: new Date(Date.now() + 10 * 60_000).toISOString(),
    });
    return { task: task.id, login: login.id, holds: holds.map(({ id }) => id) };
  }

  command(task: number, command: 'start' | 'stop') {
    return send(this.port, `/api/tasks/${task}/${command}`, { method: 'POST', token: this.token, body: {} });
  }
}

/** Runs a function for each item for four at a time. */
export async function forEachConcurrently<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = [...items];
  const some = async () => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: 4 }, some));
}
