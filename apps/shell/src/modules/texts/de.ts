import type { Translation } from '@tessera/ui';
import type { en } from './en';

const de: Translation<typeof en> = {
  modules: {
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
    off: {
      title: '{{name}} ausschalten?',
      body: 'Seine Seiten sind für niemanden verfügbar, bis Sie es wieder einschalten. Sie können das 10 Sekunden lang rückgängig machen.',
      confirm: 'Ausschalten',
      done: '{{name}} ausgeschaltet',
      undone: '{{name}} eingeschaltet',
    },
    realm: 'Mandant',
    changed: 'Geändert',
    save: 'Speichern',
  },
};

export default de;
