import type { Translation } from '@tessera/ui';
import type { words as english } from '../en/words';

export const words: Translation<typeof english> = {
  name: 'Name',
  email: 'E-Mail',
  status: 'Status',
  realm: 'Mandant',
  noRealm: 'Kein Mandant',
  address: 'Adresse',
  active: 'Aktiv',
  disabled: 'Deaktiviert',
  created: 'Angelegt',
  changed: 'Geändert',
  edit: 'Bearbeiten',
  editNamed: '{{name}} bearbeiten',
  enable: 'Aktivieren',
  disable: 'Deaktivieren',
  delete: 'Löschen',
  deleteNamed: '{{name}} löschen?',
  deleted: '{{name}} gelöscht',
  cancel: 'Abbrechen',
  save: 'Speichern',
  nameMissing: 'Geben Sie einen Namen ein',
  emailMissing: 'Geben Sie eine E-Mail-Adresse ein',
  ownerMissing: 'Wählen Sie den besitzenden Mandanten',
  needsWrite: 'Sie brauchen die Berechtigung write:own in einem aktiven Mandanten',
};
