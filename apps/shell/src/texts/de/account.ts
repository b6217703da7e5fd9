import type { Translation } from '@tessera/ui';
import type { account as english } from '../en/account';

export const account: Translation<typeof english> = {
  account: { title: 'Konto', people: 'Personen', tabs: 'Konto und Personen' },
  region: {
    title: 'Darstellung',
    theme: 'Farbschema',
    light: 'Hell',
    dark: 'Dunkel',
    system: 'System',
    language: 'Sprache',
    languageHelp: 'Was Personen und Worker schreiben, bleibt unverändert',
    timeZone: 'Zeitzone',
    timeZoneRealm: 'Die des Mandanten ({{zone}})',
    timeZoneAuto: 'Wie in diesem Browser ({{zone}})',
    density: 'Zeilen in Listen',
    densityAuto: 'Wie jede Liste sie hat',
    compact: 'Kompakt (28 px)',
    standard: 'Normal (36 px)',
    comfortable: 'Geräumig (44 px)',
  },
  profile: {
    title: 'Profil',
    role: 'Rolle',
    roles: { admin: 'Verwaltung', realm_owner: 'Mandantenleitung', realm_user: 'Mandantenmitglied' },
    realm: 'Mandant',
    allRealms: 'Alle Mandanten',
    noRealm: 'Noch keiner',
    save: 'Profil speichern',
    saved: 'Profil gespeichert',
  },
  sessions: {
    title: 'Sitzungen',
    meta: 'wo Sie angemeldet sind',
    none: 'Keine Sitzungen.',
    ended: 'Sitzung beendet',
  },
  realmSuspended: {
    title: 'Dieser Mandant ist gesperrt',
    text: 'Ein Administrator hat ihn gesperrt: Alles ist lesbar, aber nichts lässt sich ändern und keine Aufgabe läuft. Ein Administrator kann ihn wieder aktivieren.',
  },
  realmWaiting: {
    title: 'Warten auf die Verwaltung',
    text: 'Ihr Konto ist bereit, gehört aber noch zu keinem Mandanten; deshalb sind Ihre Listen leer. Die Verwaltung muss es einem zuordnen. Sie können angemeldet bleiben: Was Sie sehen dürfen, erscheint von selbst.',
  },
};
