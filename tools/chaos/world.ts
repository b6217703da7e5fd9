import { randomBytes } from 'node:crypto';
import type { Chance } from './chance.ts';
import { Client, type Credentials } from './client.ts';
import type { Stage } from './stage.ts';

/** An event of the sandbox with its limit per account, and the template that buys there. */
export interface BoughtEvent {
  id: number;
  guid: string;
  limit: number;
  templateId: number;
}

/** A realm of a case's own, with a site, events and logins of the sandbox: no case sees another's tasks or seats. */
export interface World {
  realmId: number;
  siteId: number;
  events: readonly BoughtEvent[];
  loginIds: readonly number[];
  owner: Credentials;
}

/** The sandbox's events with room for all of its accounts, as its catalogue has them. */
const EVENTS = [
  { guid: 'harbour-city-v-northgate-rovers', limit: 6 },
  { guid: 'copper-almanac-foundry-hall', limit: 4 },
  { guid: 'glass-meridian-lantern-hall', limit: 8 },
];
const two = (index: number): string => String(index + 1).padStart(2, '0');
const ACCOUNTS = [
  ...Array.from({ length: 60 }, (_, index) => [`desk-${two(index)}`, 'quayside'] as const),
  ...Array.from({ length: 20 }, (_, index) => [`crew-${two(index)}`, 'northgate'] as const),
];

type Row = { id: number };

/** Makes the realm over the API, and an empty house at the sandbox where each step takes a while. */
export async function makeWorld(stage: Stage, chance: Chance, name: string): Promise<World> {
  await scenario(stage, chance);
  const servers = stage.bffs.map(({ url }) => url);
  const admin = new Client(servers);
  await admin.signIn(stage.admin);
  const make = <T = Row>(path: string, body: unknown) => admin.succeed<T>('POST', path, body);
  const mark = randomBytes(3).toString('hex');
  const realm = await make('/api/realms', { name: `${name} ${mark}`, max_tasks: 1_000_000, max_logins: 200 });
  const owner = {
    email: `owner-${mark}@quayside.example`,
    password: randomBytes(15).toString('base64url'),
  };
  await make('/api/users', { ...owner, name: 'Owner', role: 'realm_owner', realm_id: realm.id });
  const site = await make('/api/sites', {
    name: `harbour-${mark}`,
    display_name: `Harbour ${mark}`,
    url: stage.sandboxUrl,
    enabled: 1,
    currency: 'GBP',
    config: { ticket_url: stage.sandboxUrl },
  });
  const csv = ACCOUNTS.map(
    ([account, host]) =>
      `${account},${account}@${host}.example,${host}-${account.slice(-2)},tok_sandbox_4242`,
  );
  const { ids } = await make<{ ids: number[] }>(
    `/api/sites/${site.id}/logins/import?realm_id=${realm.id}`,
    ['name,email,password,card', ...csv].join('\n'),
  );
  const events: BoughtEvent[] = [];
  for (const { guid, limit } of EVENTS) {
    const event = await make('/api/events', {
      site_id: site.id,
      name: guid,
      guid,
      status: 'on_sale',
      max_per_customer: limit,
    });
    const template = await make('/api/templates', {
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

async function scenario(stage: Stage, chance: Chance): Promise<void> {
  const body = JSON.stringify({
    name: 'calm',
    reset: true,
    seed: Math.floor(chance.between(0, 1_000_000)),
    overrides: { sign_in_ms: 300, hold_delay_ms: 400, wait_min_ms: 600, slow_share: 0.3, slow_ms: 700 },
  });
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${stage.sandboxUrl}/api/scenario`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}: ${await answer.text()}`);
}

/** A seat that the sandbox sold, as one word with its event and buyer. */
export async function soldSeats(stage: Stage, world: World): Promise<string[]> {
  type Sold = { area: string; row: string; seat: string; account: string };
  const lists = await Promise.all(
    world.events.map(async ({ guid }) => {
      const answer = await fetch(`${stage.sandboxUrl}/api/events/${guid}/sold`);
      const sold = (await answer.json()) as Sold[];
      return sold.map(({ area, row, seat, account }) => `${guid} ${area} ${row} ${seat} ${account}`);
    }),
  );
  return lists.flat().sort();
}
