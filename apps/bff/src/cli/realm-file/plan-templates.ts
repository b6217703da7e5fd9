import { entityTag } from '../../platform/http/versions';
import { type Draft, requireDistinct, valuesOf } from './draft';
import type { Described } from './entries';
import { type KnownSite, RealmFileFault } from './names';
import { differences } from './pairing';
import type { TemplateEntry } from './realm-file.dto';
import type { TemplateRow } from './rows';

/** Compares templates by their names. */
export function planTemplates(draft: Draft, wanted: TemplateEntry[]): void {
  const found = draft.pairNames('template', wanted, draft.entries.templates);
  draft.removeOthers('template', draft.entries.templates, found, (work, row) =>
    work.removeTemplate(row.id, entityTag(row.version)),
  );
  for (const entry of wanted)
    draft.trying(`template ${JSON.stringify(entry.name)}`, () =>
      planTemplate(draft, entry, found.get(entry)),
    );
}

function planTemplate(
  draft: Draft,
  entry: TemplateEntry,
  described: Described<Required<TemplateEntry>, TemplateRow> | undefined,
): void {
  const reference = entry.site ?? described?.entry.site;
  if (reference === undefined) throw new RealmFileFault('site is required for a new template');
  const site = draft.names.site(reference);
  if (site.row) draft.see('site', site.row, site.name || site.url);
  const target = templateTarget(draft, entry, site);
  const wanted = { ...entry, site: draft.names.referenceOf(site), ...target.values };
  const { name } = entry;
  if (!described) {
    draft.add('create', 'template', name, differences({}, wanted), (work) =>
      work.createTemplate(entry, site, target),
    );
    return;
  }
  draft.see('template', described.row, name);
  const changes = differences(described.entry, wanted);
  draft.addChange('template', name, changes, (work) =>
    work.changeTemplate(
      described.row,
      valuesOf(changes),
      { site, event: target.event, pool: target.pool, logins: target.logins },
      entityTag(described.row.version),
    ),
  );
}

/** What a template's references mean; a pool takes the place of logins and the other way round. */
function templateTarget(draft: Draft, entry: TemplateEntry, site: KnownSite) {
  if (entry.pool && entry.logins && entry.logins.length > 0)
    throw new RealmFileFault('has either logins or a pool, not both');
  const event = entry.event
    ? draft.names.event(site, entry.event)
    : entry.event === undefined
      ? undefined
      : null;
  if (event?.row) draft.see('event', event.row, event.guid);
  const pool = entry.pool
    ? draft.entries.pool(site, entry.pool)
    : entry.pool === undefined
      ? undefined
      : null;
  const logins = entry.logins?.map((email) => draft.entries.login(site, email));
  requireDistinct(logins, 'a login');
  for (const row of pool ? [pool] : []) draft.see('pool', { id: row.id, version: 1 }, row.name);
  for (const row of logins ?? []) draft.see('login', { id: row.id, version: 1 }, row.name);
  const values = {
    event: event === undefined ? undefined : (event?.guid ?? null),
    pool: pool ? pool.name : pool === null || (logins && logins.length > 0) ? null : undefined,
    logins: logins ? logins.map(({ name }) => name) : pool ? [] : undefined,
  };
  return { event, pool, logins, values };
}
