import { duties } from '@tessera/domain';
import { entityTag } from '../../platform/http/versions';
import {
  type Described,
  Entries,
  eventEntry,
  hasSecretAddress,
  inOrder,
  personEntry,
  realmEntry,
  siteEntry,
  sortEvents,
} from './entries';
import { type KnownEvent, type KnownSite, Names, RealmFileFault } from './names';
import { differences, type FieldChange, fold, pair } from './pairing';
import type { PersonEntry, RealmFile, TemplateEntry, WebhookEntry } from './realm-file.dto';
import type { InvitationRow, PersonRow, Rows, TemplateRow, WebhookRow } from './rows';
import type { Work } from './work';

export type Kind =
  'realm' | 'site' | 'event' | 'person' | 'invitation' | 'template' | 'webhook' | 'pool' | 'login';

/** One row that a plan adds, changes or removes. */
export type Step = {
  does: 'create' | 'invite' | 'change' | 'remove';
  kind: Kind;
  name: string;
  changes: FieldChange[];
  run: (work: Work) => Promise<void>;
};

/** A row that a plan was made from. */
export type Seen = { kind: Kind; id: number; version: number; name: string };

export type Plan = { steps: Step[]; seen: Seen[] };

/** Compares a realm's file with the rows. @throws RealmFileFault that names everything that the file can't be applied with */
export function planRealm(rows: Rows, file: RealmFile, options: { delete: boolean }): Plan {
  const planner = new Planner(rows, file, options.delete);
  return planner.plan();
}

class Planner {
  private readonly names: Names;
  private readonly entries: Entries;
  private readonly steps: Step[] = [];
  private readonly seen = new Map<string, Seen>();
  private readonly faults: string[] = [];

  constructor(
    private readonly rows: Rows,
    private readonly file: RealmFile,
    private readonly removes: boolean,
  ) {
    this.names = new Names(rows, file.sites ?? [], file.events ?? []);
    this.entries = new Entries(rows, this.names);
  }

  plan(): Plan {
    const { people, templates, webhooks } = this.file;
    const last = this.planRealm();
    for (const site of this.names.sites) this.planSite(site);
    for (const event of this.names.events) this.planEvent(event);
    if (people) this.planPeople(people);
    if (templates) this.planTemplates(templates);
    if (webhooks) this.planWebhooks(webhooks);
    this.steps.push(...last);
    if (this.faults.length > 0) throw new RealmFileFault(this.faults.join('\n'));
    return { steps: this.steps, seen: [...this.seen.values()] };
  }

  /** Returns a suspension as what comes last: nothing can be added to a suspended realm. */
  private planRealm(): Step[] {
    const { realm } = this.rows;
    const wanted = this.file.realm;
    if (!realm) {
      this.add('create', 'realm', wanted.name, differences({}, wanted), (work) => work.createRealm(wanted));
      return [];
    }
    this.see('realm', realm, realm.name);
    const changes = differences(realmEntry(realm), wanted);
    if (changes.length === 0) return [];
    const step = this.step('change', 'realm', realm.name, changes, (work) =>
      work.changeRealm(realm.id, valuesOf(changes), entityTag(realm.version)),
    );
    if (realm.status === 'active' && wanted.status === 'suspended') return [step];
    this.steps.push(step);
    return [];
  }

  private planSite(site: KnownSite): void {
    const { row, entry } = site;
    if (!entry) return;
    const name = site.name || site.url;
    if (!row) {
      this.add('create', 'site', name, differences({}, entry), (work) => work.createSite(site, entry));
      return;
    }
    this.see('site', row, name);
    const before = siteEntry(row);
    const { config, ...values } = entry;
    const changes = [
      ...differences(before, values),
      ...differences(before.config, config ?? {}).map((change) => ({
        ...change,
        field: `config.${change.field}`,
      })),
    ];
    const after = { ...before, ...entry, config: { ...before.config, ...config } };
    this.addChange('site', name, changes, (work) => work.replaceSite(row.id, after, entityTag(row.version)));
  }

  private planEvent(event: KnownEvent): void {
    const { site, guid, row, entry } = event;
    if (!entry) return;
    const { site: _, ...values } = withInstant(entry);
    const { name } = values;
    if (row) {
      this.see('event', row, guid);
      const changes = differences(eventEntry(row, ''), values);
      this.addChange('event', guid, changes, (work) =>
        work.changeEvent(row.id, valuesOf(changes), entityTag(row.version)),
      );
    } else if (name === undefined)
      this.faults.push(`event ${JSON.stringify(guid)}: name is required for a new event`);
    else
      this.add(
        'create',
        'event',
        guid,
        differences({}, { site: this.names.referenceOf(site), ...values }),
        (work) => work.createEvent(event, { ...values, name }),
      );
  }

  private planPeople(wanted: PersonEntry[]): void {
    const realmId = this.rows.realm?.id;
    const accounts = new Map(this.rows.people.map((person) => [person.email, person]));
    const emails = new Set(wanted.map(({ email }) => email));
    if (emails.size < wanted.length)
      this.faults.push('people: an e-mail is in the file twice, ignoring how it is written');
    if (this.removes) {
      for (const person of this.rows.people)
        if (person.realm_id === realmId && person.role !== 'admin' && !emails.has(person.email))
          this.removePerson(person);
      for (const invitation of this.rows.invitations)
        if (!emails.has(invitation.email)) this.removeInvitation(invitation);
    }
    for (const entry of wanted) {
      const account = accounts.get(entry.email);
      if (account) this.planAccount(entry, account);
      else this.planInvitation(entry);
    }
  }

  private planAccount(entry: PersonEntry, account: PersonRow): void {
    const { email } = entry;
    this.see('person', account, email);
    const moves = account.realm_id === null || account.realm_id !== this.rows.realm?.id;
    if (account.role === 'admin') {
      this.faults.push(`person ${email}: is an administrator, whom no file changes`);
      return;
    }
    if (account.realm_id !== null && moves) {
      this.faults.push(`person ${email}: belongs to the realm ${JSON.stringify(account.realm_name ?? '')}`);
      return;
    }
    const before = personEntry(account);
    const losesDuties = moves || (entry.role !== undefined && entry.role !== before.role);
    const given = entry.duties ?? (losesDuties ? [] : undefined);
    const changes = [
      ...(moves ? [{ field: 'realm', from: null, to: this.file.realm.name }] : []),
      ...differences(before, { ...entry, duties: given && inOrder(given, duties) }),
    ];
    const values = valuesOf(changes.filter(({ field }) => field !== 'realm'));
    this.addChange('person', email, changes, (work) =>
      work.changePerson(account.id, values, { moves }, entityTag(account.version)),
    );
  }

  private planInvitation(entry: PersonEntry): void {
    const { email, role = 'realm_user', status } = entry;
    const given = inOrder(entry.duties ?? [], duties);
    if (status === 'disabled') {
      this.faults.push(`person ${email}: has no account yet that could be disabled`);
      return;
    }
    const outstanding = this.rows.invitations.filter((invitation) => invitation.email === email);
    for (const { id } of outstanding) this.see('invitation', { id, version: 1 }, email);
    const [latest] = outstanding;
    const invite = (work: Work) => work.invite({ email, role, duties: given });
    if (!latest) {
      this.add('invite', 'person', email, differences({}, { role, duties: given }), invite);
      return;
    }
    // What the entry leaves out stays as it was offered; another role has none of the duties of the former one.
    const offered = { role: latest.role, duties: inOrder(latest.duties, duties) };
    const newRole = entry.role ?? latest.role;
    const kept = newRole === latest.role ? offered.duties : [];
    const offer = { role: newRole, duties: entry.duties ? given : kept };
    const changes = differences(offered, offer);
    this.addChange('invitation', email, changes, async (work) => {
      for (const { id } of outstanding) await work.revokeInvitation(id);
      await work.invite({ email, ...offer });
    });
  }

  private removePerson(person: PersonRow): void {
    this.see('person', person, person.email);
    this.add('remove', 'person', person.email, [], (work) =>
      work.removePerson(person.id, entityTag(person.version)),
    );
  }

  private removeInvitation({ id, email }: InvitationRow): void {
    this.see('invitation', { id, version: 1 }, email);
    this.add('remove', 'invitation', email, [], (work) => work.revokeInvitation(id));
  }

  private planTemplates(wanted: TemplateEntry[]): void {
    const found = this.pairNames('template', wanted, this.entries.templates);
    this.removeOthers('template', this.entries.templates, found, (work, row) =>
      work.removeTemplate(row.id, entityTag(row.version)),
    );
    for (const entry of wanted)
      this.trying(`template ${JSON.stringify(entry.name)}`, () => this.planTemplate(entry, found.get(entry)));
  }

  private planTemplate(
    entry: TemplateEntry,
    described: Described<Required<TemplateEntry>, TemplateRow> | undefined,
  ): void {
    const reference = entry.site ?? described?.entry.site;
    if (reference === undefined) throw new RealmFileFault('site is required for a new template');
    const site = this.names.site(reference);
    if (site.row) this.see('site', site.row, site.name || site.url);
    const target = this.templateTarget(entry, site);
    const wanted = { ...entry, site: this.names.referenceOf(site), ...target.values };
    const { name } = entry;
    if (!described) {
      this.add('create', 'template', name, differences({}, wanted), (work) =>
        work.createTemplate(entry, site, target),
      );
      return;
    }
    this.see('template', described.row, name);
    const changes = differences(described.entry, wanted);
    this.addChange('template', name, changes, (work) =>
      work.changeTemplate(
        described.row,
        valuesOf(changes),
        { site, event: target.event, pool: target.pool, logins: target.logins },
        entityTag(described.row.version),
      ),
    );
  }

  /** What a template's references mean; a pool takes the place of logins and the other way round. */
  private templateTarget(entry: TemplateEntry, site: KnownSite) {
    if (entry.pool && entry.logins && entry.logins.length > 0)
      throw new RealmFileFault('has either logins or a pool, not both');
    const event = entry.event
      ? this.names.event(site, entry.event)
      : entry.event === undefined
        ? undefined
        : null;
    if (event?.row) this.see('event', event.row, event.guid);
    const pool = entry.pool
      ? this.entries.pool(site, entry.pool)
      : entry.pool === undefined
        ? undefined
        : null;
    const logins = entry.logins?.map((email) => this.entries.login(site, email));
    for (const row of pool ? [pool] : []) this.see('pool', { id: row.id, version: 1 }, row.name);
    for (const row of logins ?? []) this.see('login', { id: row.id, version: 1 }, row.name);
    const values = {
      event: event === undefined ? undefined : (event?.guid ?? null),
      pool: pool ? pool.name : pool === null || (logins && logins.length > 0) ? null : undefined,
      logins: logins ? logins.map(({ name }) => name) : pool ? [] : undefined,
    };
    return { event, pool, logins, values };
  }

  private planWebhooks(wanted: WebhookEntry[]): void {
    const found = this.pairNames('webhook', wanted, this.entries.webhooks);
    this.removeOthers('webhook', this.entries.webhooks, found, (work, row) =>
      work.removeWebhook(row.id, entityTag(row.version)),
    );
    for (const entry of wanted)
      this.trying(`webhook ${JSON.stringify(entry.name)}`, () => this.planWebhook(entry, found.get(entry)));
  }

  private planWebhook(
    entry: WebhookEntry,
    described: Described<Required<WebhookEntry>, WebhookRow> | undefined,
  ): void {
    const sites = entry.sites?.map((reference) => this.names.site(reference));
    const events = entry.events?.map(({ site, guid }) => this.names.event(this.names.site(site), guid));
    const wanted = {
      ...entry,
      topics: entry.topics?.toSorted(),
      sites: sites?.map((site) => this.names.referenceOf(site)).toSorted(),
      events:
        events && sortEvents(events.map(({ site, guid }) => ({ site: this.names.referenceOf(site), guid }))),
    };
    for (const { row, name } of sites ?? []) if (row) this.see('site', row, name);
    for (const { row, guid } of events ?? []) if (row) this.see('event', row, guid);
    const { name, url, topics } = entry;
    if (!described) {
      if (hasSecretAddress(entry.format ?? 'standard'))
        throw new RealmFileFault(
          `the address of the format ${entry.format} is a secret, which no file holds: create it in the console`,
        );
      if (url === undefined || topics === undefined)
        throw new RealmFileFault('url and topics are required for a new webhook');
      this.add('create', 'webhook', name, differences({}, wanted), (work) =>
        work.createWebhook({ ...entry, url, topics }, { sites, events }),
      );
      return;
    }
    this.see('webhook', described.row, name);
    const changes = differences(described.entry, wanted);
    const isSecret =
      hasSecretAddress(described.entry.format) || hasSecretAddress(entry.format ?? described.entry.format);
    if (isSecret && changes.some(({ field }) => field === 'url' || field === 'format'))
      throw new RealmFileFault(
        'its address is a secret, which no file holds: change url and format in the console',
      );
    this.addChange('webhook', name, changes, (work) =>
      work.changeWebhook(
        described.row.id,
        valuesOf(changes),
        { sites, events },
        entityTag(described.row.version),
      ),
    );
  }

  /** Finds the rows of entries by name. A name that only a row has which no file can describe is a fault. */
  private pairNames<Entry extends { name: string }, Full extends { name: string }, Row>(
    kind: 'template' | 'webhook',
    wanted: Entry[],
    described: Described<Full, Row>[],
  ): Map<Entry, Described<Full, Row>> {
    const found = pair(wanted, described, [
      [({ name }) => name, ({ entry }) => entry.name],
      [({ name }) => fold(name), ({ entry }) => fold(entry.name)],
    ]);
    for (const { name } of wanted.filter((entry) => !found.has(entry))) {
      const leftOut = this.entries.leftOut.find((row) => row.kind === kind && fold(row.name) === fold(name));
      if (leftOut)
        this.faults.push(`${kind} ${JSON.stringify(name)}: ${leftOut.reason}: change it in the console`);
    }
    return found;
  }

  private removeOthers<Full extends { name: string }, Row extends { id: number; version: number }>(
    kind: 'template' | 'webhook',
    described: Described<Full, Row>[],
    found: ReadonlyMap<unknown, Described<Full, Row>>,
    remove: (work: Work, row: Row) => Promise<void>,
  ): void {
    if (!this.removes) return;
    const kept = new Set(found.values());
    for (const one of described) {
      if (kept.has(one)) continue;
      this.see(kind, one.row, one.entry.name);
      this.add('remove', kind, one.entry.name, [], (work) => remove(work, one.row));
    }
  }

  private trying(name: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof RealmFileFault)) throw error;
      this.faults.push(`${name}: ${error.message}`);
    }
  }

  private see(kind: Kind, { id, version }: { id: number; version: number }, name: string): void {
    this.seen.set(`${kind} ${id}`, { kind, id, version, name });
  }

  private step(does: Step['does'], kind: Kind, name: string, changes: FieldChange[], run: Step['run']): Step {
    return { does, kind, name, changes, run };
  }

  private add(...step: Parameters<Planner['step']>): void {
    this.steps.push(this.step(...step));
  }

  private addChange(kind: Kind, name: string, changes: FieldChange[], run: Step['run']): void {
    if (changes.length > 0) this.add('change', kind, name, changes, run);
  }
}

/** The values that changes set, by field. */
const valuesOf = (changes: readonly FieldChange[]): Record<string, unknown> =>
  Object.fromEntries(changes.map(({ field, to }) => [field, to]));

const withInstant = <T extends { on_sale_at?: string | null }>(entry: T): T =>
  entry.on_sale_at ? { ...entry, on_sale_at: new Date(entry.on_sale_at).toISOString() } : entry;
