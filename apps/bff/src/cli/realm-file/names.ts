import { fold, pair } from './pairing';
import type { EventEntry, SiteEntry } from './realm-file.dto';
import type { EventRow, Rows, SiteRow } from './rows';

/** A site as it is once the file is applied. */
export type KnownSite = { name: string; url: string; row: SiteRow | null; entry: SiteEntry | null };
/** An event as it is once the file is applied. */
export type KnownEvent = { site: KnownSite; guid: string; row: EventRow | null; entry: EventEntry | null };

/** Something that the file can't be applied with. */
export class RealmFileFault extends Error {}

/** The sites and events of the catalogue and of a file, and how they are named in a file. */
export class Names {
  readonly sites: KnownSite[];
  readonly events: KnownEvent[];
  private readonly byName: ReadonlyMap<string, KnownSite[]>;
  private readonly byUrl: ReadonlyMap<string, KnownSite[]>;
  private readonly byGuid: ReadonlyMap<string, KnownEvent[]>;
  private readonly bySiteId: ReadonlyMap<number, KnownSite>;
  private readonly byEventId: ReadonlyMap<number, KnownEvent>;

  constructor(rows: Pick<Rows, 'sites' | 'events'>, siteEntries: SiteEntry[], eventEntries: EventEntry[]) {
    this.sites = knownSites(rows.sites, siteEntries);
    this.byName = Map.groupBy(this.sites, ({ name }) => fold(name));
    this.byUrl = Map.groupBy(this.sites, ({ url }) => url);
    this.bySiteId = new Map(this.sites.flatMap((site) => (site.row ? [[site.row.id, site] as const] : [])));
    this.events = this.knownEvents(rows.events, eventEntries);
    this.byGuid = Map.groupBy(this.events, ({ guid }) => guid);
    this.byEventId = new Map(
      this.events.flatMap((event) => (event.row ? [[event.row.id, event] as const] : [])),
    );
  }

  /** The site that a name, else an address, means. @throws RealmFileFault when that is none or several */
  site(reference: string): KnownSite {
    const named = this.byName.get(fold(reference)) ?? [];
    const found = named.length === 1 ? named : (this.byUrl.get(reference) ?? []);
    if (found.length === 1 && found[0]) return found[0];
    throw new RealmFileFault(
      `${JSON.stringify(reference)} names ${named.length + found.length === 0 ? 'no site' : 'several sites'}`,
    );
  }

  siteOf(id: number): KnownSite | undefined {
    return this.bySiteId.get(id);
  }

  /** How a file names a site: by its name, else by its address. @throws RealmFileFault when neither is its own */
  referenceOf(site: KnownSite): string {
    for (const reference of [site.name, site.url]) {
      if (reference === '') continue;
      try {
        if (this.site(reference) === site) return reference;
      } catch (error) {
        if (!(error instanceof RealmFileFault)) throw error;
      }
    }
    throw new RealmFileFault(
      `Several sites are named ${JSON.stringify(site.name)} and have the same address: rename all but one`,
    );
  }

  /** The event of a site with a guid. @throws RealmFileFault when there is none */
  event(site: KnownSite, guid: string): KnownEvent {
    const found = this.byGuid.get(guid)?.find((event) => event.site === site);
    if (found) return found;
    throw new RealmFileFault(
      `${JSON.stringify(guid)} is no event of the site ${JSON.stringify(site.name || site.url)}`,
    );
  }

  eventOf(id: number): KnownEvent | undefined {
    return this.byEventId.get(id);
  }

  private knownEvents(rows: readonly EventRow[], entries: readonly EventEntry[]): KnownEvent[] {
    const siteOf = new Map(entries.map((entry) => [entry, this.site(entry.site)]));
    const numberOf = new Map(this.sites.map((site, index) => [site, index]));
    const keyed =
      (form: (text: string) => string) =>
      (site: KnownSite | undefined, guid: string): string | null =>
        site ? `${numberOf.get(site)} ${form(guid)}` : null;
    const pairs = pair(
      entries,
      rows,
      [keyed((guid) => guid), keyed(fold)].map((key) => [
        (entry: EventEntry) => key(siteOf.get(entry), entry.guid),
        (row: EventRow) => key(this.bySiteId.get(row.site_id), row.guid),
      ]),
    );
    const seen = new Set<string>();
    for (const entry of entries) {
      const key = keyed((guid) => guid)(siteOf.get(entry), entry.guid) ?? '';
      if (seen.has(key))
        throw new RealmFileFault(`The event ${JSON.stringify(entry.guid)} is in the file twice`);
      seen.add(key);
    }
    const entryOf = new Map([...pairs].map(([entry, row]) => [row, entry]));
    return [
      ...rows.flatMap((row) => {
        const site = this.bySiteId.get(row.site_id);
        const entry = entryOf.get(row) ?? null;
        return site ? [{ site, guid: entry?.guid ?? row.guid, row, entry }] : [];
      }),
      ...entries.flatMap((entry) => {
        const site = pairs.has(entry) ? undefined : siteOf.get(entry);
        return site ? [{ site, guid: entry.guid, row: null, entry }] : [];
      }),
    ];
  }
}

function knownSites(rows: readonly SiteRow[], entries: readonly SiteEntry[]): KnownSite[] {
  for (const [index, { name, url }] of entries.entries()) {
    if (!name && !url) throw new RealmFileFault(`sites.${index} needs a name or a url`);
    if (!name && rows.filter((row) => row.url === url).length > 1)
      throw new RealmFileFault(`Several sites have the address ${JSON.stringify(url)}: name one`);
    const twin = entries.findIndex(
      (other) => fold(other.name ?? '') === fold(name ?? '') && other.url === url,
    );
    if (twin !== index)
      throw new RealmFileFault(`The site ${JSON.stringify(name || url)} is in the file twice`);
  }
  const named = (name: string | undefined, form: (text: string) => string) => (name ? form(name) : null);
  const both = (name: string | undefined, url: string | undefined) => `${fold(name ?? '')}\n${url ?? ''}`;
  const pairs = pair<SiteEntry, SiteRow>(entries, rows, [
    [({ name, url }) => both(name, url), ({ name, url }) => both(name, url)],
    [({ name }) => named(name, (text) => text), ({ name }) => named(name, (text) => text)],
    [({ name }) => named(name, fold), ({ name }) => named(name, fold)],
    [({ name, url }) => (name ? null : url || null), ({ url }) => url || null],
  ]);
  const entryOf = new Map([...pairs].map(([entry, row]) => [row, entry]));
  return [
    ...rows.map((row) => {
      const entry = entryOf.get(row) ?? null;
      return { name: entry?.name ?? row.name, url: entry?.url ?? row.url, row, entry };
    }),
    ...entries
      .filter((entry) => !pairs.has(entry))
      .map((entry) => ({ name: entry.name ?? '', url: entry.url ?? '', row: null, entry })),
  ];
}
