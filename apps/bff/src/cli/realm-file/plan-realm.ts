import { entityTag } from '../../platform/http/versions';
import { Draft, type Plan, type Step, valuesOf } from './draft';
import { eventEntry, realmEntry, siteEntry } from './entries';
import type { KnownEvent, KnownSite } from './names';
import { differences } from './pairing';
import { planPeople } from './plan-people';
import { planTemplates } from './plan-templates';
import { planWebhooks } from './plan-webhooks';
import type { RealmFile } from './realm-file.dto';
import type { Rows } from './rows';

/** Compares a realm's file with the rows. @throws RealmFileFault that names everything that the file can't be applied with */
export function planRealm(rows: Rows, file: RealmFile, options: { delete: boolean }): Plan {
  const draft = new Draft(rows, file, options.delete);
  const last = planSettings(draft);
  for (const site of draft.names.sites) planSite(draft, site);
  for (const event of draft.names.events) planEvent(draft, event);
  if (file.people) planPeople(draft, file.people);
  if (file.templates) planTemplates(draft, file.templates);
  if (file.webhooks) planWebhooks(draft, file.webhooks);
  draft.steps.push(...last);
  return draft.finish();
}

/** Returns a suspension as what comes last: nothing can be added to a suspended realm. */
function planSettings(draft: Draft): Step[] {
  const { realm } = draft.rows;
  const wanted = draft.file.realm;
  if (!realm) {
    draft.add('create', 'realm', wanted.name, differences({}, wanted), (work) => work.createRealm(wanted));
    return [];
  }
  draft.see('realm', realm, realm.name);
  const changes = differences(realmEntry(realm), wanted);
  if (changes.length === 0) return [];
  const step = draft.step('change', 'realm', realm.name, changes, (work) =>
    work.changeRealm(realm.id, valuesOf(changes), entityTag(realm.version)),
  );
  if (realm.status === 'active' && wanted.status === 'suspended') return [step];
  draft.steps.push(step);
  return [];
}

function planSite(draft: Draft, site: KnownSite): void {
  const { row, entry } = site;
  if (!entry) return;
  const name = site.name || site.url;
  if (!row) {
    draft.add('create', 'site', name, differences({}, entry), (work) => work.createSite(site, entry));
    return;
  }
  draft.see('site', row, name);
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
  draft.addChange('site', name, changes, (work) => work.replaceSite(row.id, after, entityTag(row.version)));
}

function planEvent(draft: Draft, event: KnownEvent): void {
  const { site, guid, row, entry } = event;
  if (!entry) return;
  const { site: _, ...values } = withInstant(entry);
  const { name } = values;
  if (row) {
    draft.see('event', row, guid);
    const changes = differences(eventEntry(row, ''), values);
    draft.addChange('event', guid, changes, (work) =>
      work.changeEvent(row.id, valuesOf(changes), entityTag(row.version)),
    );
  } else if (name === undefined)
    draft.faults.push(`event ${JSON.stringify(guid)}: name is required for a new event`);
  else
    draft.add(
      'create',
      'event',
      guid,
      differences({}, { site: draft.names.referenceOf(site), ...values }),
      (work) => work.createEvent(event, { ...values, name }),
    );
}

const withInstant = <T extends { on_sale_at?: string | null }>(entry: T): T =>
  entry.on_sale_at ? { ...entry, on_sale_at: new Date(entry.on_sale_at).toISOString() } : entry;
