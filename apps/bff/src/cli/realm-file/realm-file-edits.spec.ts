import fc from 'fast-check';
import { ADMIN, startApp, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import { fold } from './pairing';
import type { PersonEntry, RealmFile, TemplateEntry, WebhookEntry } from './realm-file.dto';
import type { PlanFile } from './realm-files';
import { RealmFiles } from './realm-files';
import { parseRealmFile, printRealmFile } from './yaml';

const REALM = 'Edited';
const SITE = 'Edited Tickets';
const POOL = 'Regulars';
const LOGINS = ['first@quayside.example', 'second@quayside.example'];
/** The webhook that names every event, so that an export has them all. */
const KEEPER = 'Keeper';

type Edit = (file: RealmFile) => void;
const number = fc.nat({ max: 1000 });
const bool = fc.boolean();
/** One of a list, by any number. */
const one = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];

const realmEdit = fc
  .record(
    {
      max_tasks: number,
      max_logins: number,
      time_zone: fc.constantFrom(null, 'Europe/London', 'Europe/Berlin'),
      separate_approval: bool,
      separate_reversal: bool,
      single_sign_on_only: bool,
      escalation_minutes: fc.option(fc.integer({ min: 1, max: 30 })),
    },
    { requiredKeys: [] },
  )
  .map(
    (change): Edit =>
      ({ realm }) =>
        void Object.assign(realm, change),
  );

const siteEdit = fc
  .record(
    {
      display_name: fc.constantFrom('', 'Edited', 'Tickets'),
      enabled: fc.constantFrom<0 | 1>(0, 1),
      currency: fc.constantFrom(null, 'GBP', 'EUR'),
    },
    { requiredKeys: [] },
  )
  .chain((change) =>
    bool.map((use_price_levels): Edit => ({ sites: [site] = [] }) => {
      if (site) Object.assign(site, change, { config: { ...site.config, use_price_levels } });
    }),
  );

const eventDetails = fc.record({
  name: fc.constantFrom('One', 'Two', 'Three'),
  status: fc.constantFrom('announced' as const, 'on_sale' as const, 'closed' as const),
  max_per_customer: fc.option(fc.integer({ min: 1, max: 9 })),
  ko: fc.option(fc.nat()),
  on_sale_at: fc.option(
    fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString()),
  ),
  price_levels: fc.option(
    fc.dictionary(fc.constantFrom('North', 'East', 'South'), fc.nat({ max: 9 }), { noNullPrototype: true }),
  ),
});
const eventEdit = fc.tuple(number, eventDetails, bool).map(([at, details, isNew]): Edit => (file) => {
  const { events = [], webhooks = [] } = file;
  const guid = `event-${at % 12}`;
  const known = isNew ? events.find((event) => event.guid === guid) : one(events, at);
  if (known) Object.assign(known, details);
  else {
    const rest = { date: null, time: null, url: null, event_url: null, category: null, price_type: null };
    events.push({ site: SITE, guid, ...details, ...rest });
    webhooks.find(({ name }) => name === KEEPER)?.events?.push({ site: SITE, guid });
  }
});

const offer = fc.oneof(
  fc.constant({ role: 'realm_owner' as const, duties: [] }),
  fc
    .subarray(['pay', 'launch', 'finance', 'audit'] as const)
    .map((duties) => ({ role: 'realm_user' as const, duties })),
);
const personEdit = fc
  .tuple(number, offer, bool, bool)
  .map(([at, given, isActive, removes]): Edit => (file) => {
    const { people = [] } = file;
    const email = at % 4 === 0 ? `new-${at % 30}@quayside.example` : (one(people, at)?.email ?? '');
    const known = people.find((person) => person.email === email);
    const hasAccount = email.startsWith('account');
    if (!known) people.push({ email, ...given, duties: [...given.duties], status: 'active' });
    else if (removes && !hasAccount) people.splice(people.indexOf(known), 1);
    else Object.assign(known, given, { status: hasAccount && !isActive ? 'disabled' : 'active' });
  });

const source = fc.constantFrom<Pick<TemplateEntry, 'pool' | 'logins'>>(
  { pool: null, logins: [] },
  { pool: POOL, logins: [] },
  { pool: null, logins: LOGINS },
  { pool: null, logins: LOGINS.toReversed() },
);
const templateDetails = fc.record({
  type: fc.constantFrom('hold' as const, 'buy' as const),
  worker_count: fc.integer({ min: 1, max: 50 }),
  seats_per_worker: fc.integer({ min: 1, max: 8 }),
  target_count: fc.option(fc.integer({ min: 1, max: 90 })),
  price_type: fc.option(fc.constantFrom('adult', 'child')),
});
const templateEdit = fc
  .tuple(
    number,
    templateDetails,
    source,
    fc.option(number),
    fc.constantFrom('remove', 'case', 'change', 'change'),
  )
  .map(([at, details, from, eventAt, does]): Edit => (file) => {
    const { templates = [], events = [] } = file;
    const name = `Template ${at % 10}`;
    const known = templates.find((template) => fold(template.name) === fold(name));
    const event = eventAt === null ? null : (one(events, eventAt)?.guid ?? null);
    const none = { budget: null, budget_per_task: null, budget_per_seat: null, budget_currency: null };
    const rest = {
      ...none,
      launch_delay: 0,
      price_levels: null,
      proxy_template: null,
      proxy_rotation_interval: null,
    };
    if (!known) templates.push({ name, site: SITE, event, ...from, ...details, ...rest });
    else if (does === 'remove') templates.splice(templates.indexOf(known), 1);
    else if (does === 'case') known.name = known.name === name ? name.toUpperCase() : name;
    else Object.assign(known, details, from, { event });
  });

const webhookDetails = fc.record({
  topics: fc.subarray(['orders', 'hold_created', 'task_failed'] as const, { minLength: 1 }),
  enabled: bool,
  sites: fc.constantFrom<string[]>([], [SITE]),
});
const webhookEdit = fc.tuple(number, webhookDetails, bool).map(([at, details, removes]): Edit => (file) => {
  const { webhooks = [] } = file;
  const name = at % 3 === 0 ? KEEPER : `Hook ${at % 6}`;
  const known = webhooks.find((webhook) => webhook.name === name);
  const entry = { ...details, topics: [...details.topics] };
  if (!known) webhooks.push({ name, url: 'https://8.8.8.8/', format: 'standard', events: [], ...entry });
  else if (removes && name !== KEEPER) webhooks.splice(webhooks.indexOf(known), 1);
  else Object.assign(known, entry);
});

const edit = fc.oneof(realmEdit, siteEdit, eventEdit, personEdit, templateEdit, webhookEdit);

/** The file in the order of an export. */
function inOrder(file: RealmFile): RealmFile {
  const sorted = <T>(list: readonly T[] | undefined, key: (value: T) => string) =>
    list?.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  return {
    ...file,
    events: sorted(file.events, ({ guid }) => guid),
    people: sorted(file.people, ({ email }) => email),
    templates: sorted(file.templates, ({ name }) => name),
    webhooks: sorted(file.webhooks, ({ name }) => name)?.map((webhook) => ({
      ...webhook,
      topics: webhook.topics?.toSorted(),
      events: sorted(webhook.events, ({ guid }) => guid),
    })),
  };
}

/** Every entry of a file by its kind and name, as text by field. */
function fieldsOf(file: RealmFile): Map<string, Map<string, string>> {
  const entries: [string, object][] = [
    ['realm', file.realm],
    ...(file.sites ?? []).map(({ config, ...site }): [string, object] => [
      `site ${site.name}`,
      {
        ...site,
        ...Object.fromEntries(
          Object.entries(config ?? {}).map(([key, value]) => [`config.${key}`, value as unknown]),
        ),
      },
    ]),
    ...(file.events ?? []).map((event): [string, object] => [`event ${event.guid}`, event]),
    ...(file.people ?? []).map((person: PersonEntry): [string, object] => [`person ${person.email}`, person]),
    ...(file.templates ?? []).map((entry: TemplateEntry): [string, object] => [
      `template ${fold(entry.name)}`,
      entry,
    ]),
    ...(file.webhooks ?? []).map((entry: WebhookEntry): [string, object] => [
      `webhook ${fold(entry.name)}`,
      entry,
    ]),
  ];
  const sortedText = (value: unknown) =>
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort())
        : inner,
    );
  return new Map(
    entries.map(([key, entry]) => [
      key,
      new Map(Object.entries(entry).map(([field, value]) => [field, sortedText(value)])),
    ]),
  );
}

/** What leads from one file to another, as a plan should say it. */
function expectedChanges(from: RealmFile, to: RealmFile): string[] {
  const [before, after] = [fieldsOf(from), fieldsOf(to)];
  return [
    ...[...before.keys()].filter((key) => !after.has(key)).map((key) => `remove ${key}`),
    ...[...after].flatMap(([key, fields]) => {
      const former = before.get(key);
      if (!former) return [`add ${key}`];
      return [...fields]
        .filter(([field, text]) => former.get(field) !== text)
        .map(([field]) => `change ${key}: ${field}`);
    }),
  ].sort();
}

const plannedChanges = ({ changes }: PlanFile): string[] =>
  changes
    .flatMap(({ does, kind, name, changes: fields }) => {
      const isFolded = kind === 'template' || kind === 'webhook';
      const key =
        kind === 'realm'
          ? kind
          : `${kind === 'invitation' ? 'person' : kind} ${isFolded ? fold(name) : name}`;
      if (does === 'change') return fields.map(({ field }) => `change ${key}: ${field}`);
      return [`${does === 'remove' ? does : 'add'} ${key}`];
    })
    .sort();

describe('random edits of an exported realm', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    const realm = await make.realm(app, { name: REALM });
    const site = await make.site(app, { name: SITE });
    await make.insert(app, 'identity_providers', {
      realm_id: realm,
      name: 'Edited',
      issuer: 'https://login.quayside.example',
      client_id: 'console',
      scopes: 'openid',
    });
    const event = await make.event(app, site, { guid: 'event-0' });
    await make.pool(app, realm, site, { name: POOL });
    for (const email of LOGINS) await make.login(app, realm, site, { email });
    await make.template(app, realm, site, event, { name: 'Template 0' });
    for (const email of ['account-1@quayside.example', 'account-2@quayside.example'])
      await make.insert(app, 'users', { email, realm_id: realm, password_hash: 'none' });
    const keeper = { name: KEEPER, url: 'https://8.8.8.8/', topics: ['orders'], event_ids: [event] };
    await make.insert(app, 'webhooks', { realm_id: realm, ...keeper });
  });
  afterAll(() => app.close());

  // 250 times four edits.
  it('are applied exactly as they were planned, and then nothing is to change', async () => {
    const files = new RealmFiles(app.nest);
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 4, maxLength: 4 }), async (edits) => {
        const { file: before } = await files.export(REALM);
        const edited = structuredClone(before);
        for (const change of edits) change(edited);
        const file = parseRealmFile(Buffer.from(printRealmFile(edited, [])), 'realm.yaml');
        const plan = await files.plan({ file, delete: true });
        expect(plannedChanges(plan)).toEqual(expectedChanges(inOrder(before), inOrder(edited)));
        const { plan: applied } = await files.apply(plan, ADMIN.email, plan);
        expect(applied).toEqual(plan);
        expect((await files.export(REALM)).file).toEqual(inOrder(edited));
        expect((await files.plan({ file, delete: true })).changes).toEqual([]);
      }),
      { numRuns: 250 },
    );
  }, 300_000);
});
