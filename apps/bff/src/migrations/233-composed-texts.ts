import { BatchedUpdates } from './batched-updates';

/** Columns that people write, read and search. */
const TEXTS: readonly (readonly [table: string, column: string])[] = [
  ['realms', 'name'],
  ['users', 'name'],
  ['sites', 'name'],
  ['sites', 'display_name'],
  ['events', 'name'],
  ['events', 'category'],
  ['logins', 'name'],
  ['logins', 'supporter_id'],
  ['pools', 'name'],
  ['templates', 'name'],
  ['jobs', 'name'],
  ['tasks', 'name'],
  ['holds', 'event_name'],
  ['holds', 'area'],
  ['tickets', 'event_name'],
  ['tickets', 'area'],
];

/** Stored texts in NFC, the form in which texts are now written and searched. */
export class ComposedTexts extends BatchedUpdates {
  readonly name = 'ComposedTexts1763600000233';
  protected readonly updates = [
    ...TEXTS.map(([table, column]) => ({
      table,
      set: `${column} = normalize(${column}, NFC)`,
      where: `${column} IS NOT NFC NORMALIZED`,
    })),
    // A guid or a view's name whose composed form is taken stays as it is.
    {
      table: 'events',
      set: 'guid = normalize(guid, NFC)',
      where: `guid IS NOT NFC NORMALIZED AND NOT EXISTS (SELECT FROM events o
        WHERE o.id <> events.id AND o.site_id = events.site_id AND normalize(o.guid, NFC) = normalize(events.guid, NFC))`,
    },
    {
      table: 'saved_views',
      set: 'name = normalize(name, NFC)',
      where: `name IS NOT NFC NORMALIZED AND NOT EXISTS (SELECT FROM saved_views o WHERE o.id <> saved_views.id
        AND (o.user_id, o.page, normalize(o.name, NFC)) = (saved_views.user_id, saved_views.page, normalize(saved_views.name, NFC)))`,
    },
  ];
}
