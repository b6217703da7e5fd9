import { entityTag } from '../../platform/http/versions';
import { type Draft, requireDistinct, valuesOf } from './draft';
import { type Described, hasSecretAddress, sortEvents } from './entries';
import { RealmFileFault } from './names';
import { differences } from './pairing';
import type { WebhookEntry } from './realm-file.dto';
import type { WebhookRow } from './rows';

/** Compares webhooks by their names. */
export function planWebhooks(draft: Draft, wanted: WebhookEntry[]): void {
  const found = draft.pairNames('webhook', wanted, draft.entries.webhooks);
  draft.removeOthers('webhook', draft.entries.webhooks, found, (work, row) =>
    work.removeWebhook(row.id, entityTag(row.version)),
  );
  for (const entry of wanted)
    draft.trying(`webhook ${JSON.stringify(entry.name)}`, () => planWebhook(draft, entry, found.get(entry)));
}

function planWebhook(
  draft: Draft,
  entry: WebhookEntry,
  described: Described<Required<WebhookEntry>, WebhookRow> | undefined,
): void {
  const sites = entry.sites?.map((reference) => draft.names.site(reference));
  const events = entry.events?.map(({ site, guid }) => draft.names.event(draft.names.site(site), guid));
  requireDistinct(sites, 'a site');
  requireDistinct(events, 'an event');
  const wanted = {
    ...entry,
    topics: entry.topics?.toSorted(),
    sites: sites?.map((site) => draft.names.referenceOf(site)).toSorted(),
    events:
      events && sortEvents(events.map(({ site, guid }) => ({ site: draft.names.referenceOf(site), guid }))),
  };
  for (const { row, name } of sites ?? []) if (row) draft.see('site', row, name);
  for (const { row, guid } of events ?? []) if (row) draft.see('event', row, guid);
  const { name, url, topics } = entry;
  if (!described) {
    if (hasSecretAddress(entry.format ?? 'standard'))
      throw new RealmFileFault(
        `the address of the format ${entry.format} is a secret, which no file holds: create it in the console`,
      );
    if (url === undefined || topics === undefined)
      throw new RealmFileFault('url and topics are required for a new webhook');
    draft.add('create', 'webhook', name, differences({}, wanted), (work) =>
      work.createWebhook({ ...entry, url, topics }, { sites, events }),
    );
    return;
  }
  draft.see('webhook', described.row, name);
  const changes = differences(described.entry, wanted);
  const isSecret =
    hasSecretAddress(described.entry.format) || hasSecretAddress(entry.format ?? described.entry.format);
  if (isSecret && changes.some(({ field }) => field === 'url' || field === 'format'))
    throw new RealmFileFault(
      'its address is a secret, which no file holds: change url and format in the console',
    );
  draft.addChange('webhook', name, changes, (work) =>
    work.changeWebhook(
      described.row.id,
      valuesOf(changes),
      { sites, events },
      entityTag(described.row.version),
    ),
  );
}
