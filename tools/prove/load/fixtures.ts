import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { Client, type Credentials } from '../installation/client.ts';
import type { SeededRandom } from './seeded-random.ts';

/** An installation to put under load. */
export interface LoadTarget {
  /** Addresses that clients use. */
  urls: readonly string[];
  /** The sandbox, as this process reaches it. */
  sandboxUrl: string;
  /** The sandbox, as workers reach it, where that is another address. */
  siteUrl?: string;
  admin: Credentials;
  /** Connections as superuser, which bypass row-level security. */
  db: pg.Pool;
}

/** An event of the sandbox with its limit per account, and a template that buys its seats. */
export interface SandboxEvent {
  id: number;
  guid: string;
  limit: number;
  templateId: number;
}

/** A realm per case, with a site, events and logins of the sandbox, so that cases don't share tasks or seats. */
export interface Fixtures {
  realmId: number;
  siteId: number;
  events: readonly SandboxEvent[];
  loginIds: readonly number[];
  owner: Credentials;
}

/** Events of the sandbox's catalogue that have enough seats for all accounts. */
const EVENTS = [
  { guid: 'harbour-city-v-northgate-rovers', limit: 6 },
  { guid: 'copper-almanac-foundry-hall', limit: 4 },
  { guid: 'glass-meridian-lantern-hall', limit: 8 },
];
const pad = (index: number): string => String(index + 1).padStart(2, '0');
const ACCOUNTS = [
  ...Array.from({ length: 60 }, (_, index) => [`desk-${pad(index)}`, 'quayside'] as const),
  ...Array.from({ length: 20 }, (_, index) => [`crew-${pad(index)}`, 'northgate'] as const),
];

type Row = { id: number };

/** Creates the realm over the API and resets the sandbox to a scenario with delays. */
export async function createFixtures(
  installation: LoadTarget,
  random: SeededRandom,
  name: string,
): Promise<Fixtures> {
  await startScenario(installation, random);
  const { urls: servers, siteUrl = installation.sandboxUrl } = installation;
  const admin = new Client(servers);
  await admin.signIn(installation.admin);
  const create = <T = Row>(path: string, body: unknown) => admin.requestOk<T>('POST', path, body);
  const suffix = randomBytes(3).toString('hex');
  const realm = await create('/api/realms', {
    name: `${name} ${suffix}`,
    max_tasks: 1_000_000,
    max_logins: 200,
  });
  const owner = {
    email: `owner-${suffix}@quayside.example`,
    password: randomBytes(15).toString('base64url'),
  };
  await create('/api/users', { ...owner, name: 'Owner', role: 'realm_owner', realm_id: realm.id });
  const site = await create('/api/sites', {
    name: `harbour-${suffix}`,
    display_name: `Harbour ${suffix}`,
    url: siteUrl,
    enabled: 1,
    currency: 'GBP',
    config: { ticket_url: installation.sandboxUrl },
  });
  const csv = ACCOUNTS.map(
    ([account, host]) =>
      `${account},${account}@${host}.example,${host}-${account.slice(-2)},tok_sandbox_4242`,
  );
  const { ids } = await create<{ ids: number[] }>(
    `/api/sites/${site.id}/logins/import?realm_id=${realm.id}`,
    ['name,email,password,card', ...csv].join('\n'),
  );
  const events: SandboxEvent[] = [];
  for (const { guid, limit } of EVENTS) {
    const event = await create('/api/events', {
      site_id: site.id,
      name: guid,
      guid,
      status: 'on_sale',
      max_per_customer: limit,
    });
    const template = await create('/api/templates', {
      name: `Buy ${guid}`,
      type: 'buy',
      realm_id: realm.id,
      site_id: site.id,
      event_id: event.id,
      login_ids: ids,
    });
    events.push({ id: event.id, guid, limit, templateId: template.id });
  }
  return { realmId: realm.id, siteId: site.id, events, loginIds: ids, owner };
}

async function startScenario(installation: LoadTarget, random: SeededRandom): Promise<void> {
  const body = JSON.stringify({
    name: 'calm',
    reset: true,
    seed: Math.floor(random.between(0, 1_000_000)),
    overrides: { sign_in_ms: 300, hold_delay_ms: 400, wait_min_ms: 600, slow_share: 0.3, slow_ms: 700 },
  });
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${installation.sandboxUrl}/api/scenario`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}: ${await answer.text()}`);
}

/** Returns the sold seats of the sandbox as `event area row seat account`. */
export async function readSoldSeats(installation: LoadTarget, fixtures: Fixtures): Promise<string[]> {
  type Sold = { area: string; row: string; seat: string; account: string };
  const lists = await Promise.all(
    fixtures.events.map(async ({ guid }) => {
      const answer = await fetch(`${installation.sandboxUrl}/api/events/${guid}/sold`);
      const sold = (await answer.json()) as Sold[];
      return sold.map(({ area, row, seat, account }) => `${guid} ${area} ${row} ${seat} ${account}`);
    }),
  );
  return lists.flat().sort();
}
