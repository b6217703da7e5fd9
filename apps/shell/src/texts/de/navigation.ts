import type { Translation } from '@tessera/ui';
import type { navigation as english } from '../en/navigation';

export const navigation: Translation<typeof english> = {
  localModules: 'Von dieser Maschine: {{names}}',
  navigation: {
    main: 'Hauptmenü',
    menu: 'Menü',
    openMenu: 'Menü öffnen',
    skip: 'Zum Inhalt springen',
    admin: 'Übersicht der Verwaltung',
    realm: 'Übersicht des Mandanten',
    locked: 'braucht eine Berechtigung, die Sie nicht haben',
    notLoaded: 'nicht geladen',
    accountOf: 'Konto von {{name}}',
    logOut: 'Abmelden',
    loggedOutHere: 'Hier abgemeldet. Der Server war nicht zu erreichen; Ihre Sitzung dort endet von selbst.',
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
    notifications: 'Benachrichtigungen',
    queueItLinks: 'Queue-it-Links',
    users: 'Benutzer',
    realms: 'Mandanten',
    account: 'Konto',
    people: 'Personen',
    audit: 'Protokoll',
    workers: 'Worker',
    modules: 'Module',
    unauthorized: 'Keine Berechtigung',
  },
};
