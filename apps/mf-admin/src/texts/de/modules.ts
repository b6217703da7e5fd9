import type { Translation } from '@tessera/ui';
import type { modules as english } from '../en/modules';

export const modules: Translation<typeof english> = {
  title: 'Module',
  noun: 'Module',
  name: 'Modul',
  stable: 'Stabile Version',
  canaries: 'Vorabversionen',
  none: 'Keine',
  noCanaries: 'Keine Vorabversionen',
  newest: 'Neueste Version',
  state: 'Zustand',
  empty: 'Noch keine Module. Der Server registriert beim Start die Module aus MODULES.',
  edit: 'Versionen wählen',
  formTitle: 'Versionen von {{title}}',
  enabled: 'An: Alle mit Zugriff können seine Seiten öffnen',
  stableHelp:
    'Wählen Sie eine ältere Version, um zurückzusetzen. Offene Seiten behalten ihre Version, bis sie neu geladen werden.',
  share: 'Vorabversion für einen Anteil der Mandanten',
  percent: 'Anteil der Mandanten (%)',
  byRealm: 'Vorabversionen je Mandant',
  addRealm: 'Mandant hinzufügen',
  release: 'Version',
  remove: 'Entfernen',
  percentMissing: 'Geben Sie einen Anteil von 0 bis 100 % ein',
  canaryCount_one: '{{count}} Vorabversion',
  canaryCount_other: '{{count}} Vorabversionen',
};
