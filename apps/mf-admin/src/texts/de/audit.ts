import type { Translation } from '@tessera/ui';
import type { audit as english } from '../en/audit';

export const audit: Translation<typeof english> = {
  title: 'Protokoll',
  noun: 'Einträge',
  at: 'Zeit',
  who: 'Wer',
  role: 'Rolle',
  action: 'Handlung',
  on: 'Woran',
  realm: 'Mandant',
  address: 'Von',
  request: 'Anfrage-ID',
  session: 'Sitzung',
  search: 'Wer',
  empty: 'Noch ist nichts aufgezeichnet.',
  kind: 'Durch',
  user: 'Menschen',
  worker: 'Worker',
  system: 'Das System',
  entity: 'Woran',
  field: 'Feld',
  before: 'Vorher',
  after: 'Nachher',
  changes: 'Was sich änderte',
  noChanges: 'Es wurden keine Felder aufgezeichnet.',
  noRealm: 'Kein Mandant',
};
