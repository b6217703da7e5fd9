import type { Translation } from '@tessera/ui';
import type { navigation as english } from '../en/navigation';

export const navigation: Translation<typeof english> = {
  localModules: 'Lokal: {{names}}, von diesem Computer geladen',
  navigation: {
    main: 'Hauptmenü',
    menu: 'Menü',
    openMenu: 'Menü öffnen',
    skip: 'Zum Inhalt springen',
    admin: 'Übersicht der Verwaltung',
    realm: 'Übersicht des Mandanten',
    locked: 'erfordert eine Berechtigung, die Sie nicht haben',
    notLoaded: 'nicht geladen',
    unread_one: 'Benachrichtigungen, {{number}} ungelesen',
    unread_other: 'Benachrichtigungen, {{number}} ungelesen',
    accountOf: 'Konto von {{name}}',
    logOut: 'Abmelden',
    loggedOutHere:
      'Abmeldung fehlgeschlagen: Der Server hat nicht geantwortet. Auf diesem Gerät sind Sie abgemeldet; die Sitzung auf dem Server läuft von selbst ab.',
  },
  pages: {
    dashboard: 'Übersicht',
    tasks: 'Aufgaben',
    jobs: 'Aufträge',
    templates: 'Vorlagen',
    sites: 'Seiten',
    events: 'Veranstaltungen',
    logins: 'Logins',
    tickets: 'Tickets',
    ledger: 'Kaufbuch',
    notifications: 'Benachrichtigungen',
    queueItLinks: 'Queue-it-Links',
    onSale: 'Verkaufsstart',
    users: 'Nutzer',
    realms: 'Mandanten',
    account: 'Konto',
    people: 'Personen',
    audit: 'Protokoll',
    workers: 'Worker',
    modules: 'Module',
    unauthorized: 'Keine Berechtigung',
  },
};
