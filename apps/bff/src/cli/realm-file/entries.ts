import { duties } from '@tessera/domain';
import { canonicalEmail } from '../../platform/http/email';
import { type KnownEvent, type KnownSite, type Names, RealmFileFault } from './names';
import { fold } from './pairing';
import type {
  EventEntry,
  FileRole,
  PersonEntry,
  SiteEntry,
  TemplateEntry,
  WebhookEntry,
} from './realm-file.dto';
import type { EventRow, NamedRow, PersonRow, RealmRow, Rows, SiteRow, TemplateRow, WebhookRow } from './rows';

/** A row with the entry that a file has for it. */
export type Described<Entry, Row> = { row: Row; entry: Entry };
/** A row that no file can describe, and why. */
export type LeftOut = { kind: 'template' | 'webhook'; name: string; reason: string };

/** Formats whose address is a secret, of which only the host may be shown. */
export const hasSecretAddress = (format: string): boolean => format !== 'standard';

export const realmEntry = ({ id: _, version: __, ...values }: RealmRow) => values;

export const siteEntry = ({ id: _, version: __, ...values }: SiteRow): Required<SiteEntry> => values;

export function eventEntry({ id: _, version: __, site_id: ___, used: ____, ...row }: EventRow, site: string) {
  return {
    site,
    ...row,
    on_sale_at: row.on_sale_at?.toISOString() ?? null,
  } satisfies Required<EventEntry>;
}

/** Duties in one order, so that lists with the same ones are equal. */
export const inOrder = <T>(values: readonly T[], order: readonly T[]): T[] =>
  order.filter((value) => values.includes(value));

export const personEntry = ({
  email,
  role,
  duties: given,
  status,
}: Pick<PersonRow, 'email' | 'role' | 'duties' | 'status'>): Required<PersonEntry> => ({
  email,
  role: role as FileRole,
  duties: inOrder(given, duties),
  status,
});

/** How a file describes a realm's templates and webhooks; apart from those that it can't. */
export class Entries {
  readonly templates: Described<Required<TemplateEntry>, TemplateRow>[] = [];
  readonly webhooks: Described<Required<WebhookEntry>, WebhookRow>[] = [];
  readonly leftOut: LeftOut[] = [];
  private readonly loginsById: ReadonlyMap<number, NamedRow>;
  private readonly loginsByEmail: ReadonlyMap<string, NamedRow[]>;

  constructor(
    private readonly rows: Rows,
    private readonly names: Names,
  ) {
    this.loginsById = new Map(rows.logins.map((login) => [login.id, login]));
    this.loginsByEmail = Map.groupBy(rows.logins, ({ name }) => name);
    for (const row of rows.templates) this.add('template', row, this.templates, () => this.template(row));
    for (const row of rows.webhooks) this.add('webhook', row, this.webhooks, () => this.webhook(row));
  }

  /** The pool of a site that a name means. */
  pool(site: KnownSite, name: string): NamedRow {
    const ofSite = this.rows.pools.filter(({ site_id }) => site_id === site.row?.id);
    const exact = ofSite.filter((pool) => pool.name === name);
    return single(
      exact.length > 0 ? exact : ofSite.filter((pool) => fold(pool.name) === fold(name)),
      'pool',
      name,
    );
  }

  /** The login of a site that an e-mail means. */
  login(site: KnownSite, email: string): NamedRow {
    const found = this.loginsByEmail.get(canonicalEmail(email)) ?? [];
    return single(
      found.filter(({ site_id }) => site_id === site.row?.id),
      'login',
      email,
    );
  }

  private add<Entry, Row extends { name: string }>(
    kind: LeftOut['kind'],
    row: Row,
    described: Described<Entry, Row>[],
    describe: () => Entry,
  ): void {
    try {
      described.push({ row, entry: describe() });
    } catch (error) {
      if (!(error instanceof RealmFileFault)) throw error;
      this.leftOut.push({ kind, name: row.name, reason: error.message });
    }
  }

  private template({ id: _, version: __, ...row }: TemplateRow): Required<TemplateEntry> {
    const { site_id, event_id, pool_id, login_ids, name, ...details } = row;
    const site = this.site(site_id);
    const event = event_id === null ? null : this.event(event_id);
    if (event && event.site !== site) throw new RealmFileFault('its event is of another site');
    const pool = pool_id === null ? null : this.rows.pools.find(({ id }) => id === pool_id);
    if (pool === undefined) throw new RealmFileFault('its pool was deleted');
    const logins = login_ids.map((id) => this.loginsById.get(id)?.name);
    if (logins.includes(undefined)) throw new RealmFileFault('a login of it was deleted');
    const emails = logins.flatMap((email) => email ?? []);
    if (pool) this.pool(site, pool.name);
    for (const email of emails) this.login(site, email);
    return {
      name,
      site: this.names.referenceOf(site),
      event: event?.guid ?? null,
      pool: pool?.name ?? null,
      logins: emails,
      ...details,
    };
  }

  private webhook({ id: _, version: __, ...row }: WebhookRow): Required<WebhookEntry> {
    const { site_ids, event_ids, topics, ...values } = row;
    const sites = site_ids.map((id) => this.names.referenceOf(this.site(id)));
    const events = event_ids.map((id) => this.event(id)).map((event) => this.eventName(event));
    return { ...values, topics: topics.toSorted(), sites: sites.toSorted(), events: sortEvents(events) };
  }

  private eventName({ site, guid }: KnownEvent) {
    return { site: this.names.referenceOf(site), guid };
  }

  private site(id: number): KnownSite {
    const site = this.names.siteOf(id);
    if (!site) throw new RealmFileFault('its site was deleted');
    return site;
  }

  private event(id: number): KnownEvent {
    const event = this.names.eventOf(id);
    if (!event) throw new RealmFileFault('its event was deleted');
    return event;
  }
}

/** Events in one order, so that filters with the same ones are equal. */
export const sortEvents = <T extends { site: string; guid: string }>(events: readonly T[]): T[] =>
  events.toSorted((a, b) => (`${a.site}\n${a.guid}` < `${b.site}\n${b.guid}` ? -1 : 1));

function single(found: readonly NamedRow[], what: string, name: string): NamedRow {
  if (found.length === 1 && found[0]) return found[0];
  throw new RealmFileFault(
    `${JSON.stringify(name)} names ${found.length === 0 ? 'no' : 'more than one'} ${what} of its site`,
  );
}
