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
    languageHelp: 'Texte von Personen und Workern werden nicht übersetzt',
    timeZone: 'Zeitzone',
    timeZoneRealm: 'Zeitzone des Mandanten ({{zone}})',
    timeZoneAuto: 'Zeitzone des Browsers ({{zone}})',
    density: 'Zeilenhöhe in Listen',
    densityAuto: 'Standard der jeweiligen Liste',
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
    end: 'Sitzung beenden',
    endTitle: 'Sitzung von {{device}} beenden?',
    endBody: 'Dieser Browser wird sofort abgemeldet. Was dort nicht gespeichert ist, geht verloren.',
  },
  rehearsal: {
    region: 'Probe',
    title: 'Probe',
    named: 'Probe: {{name}}',
    text: 'Nichts hier ist echt.',
    leave: 'Probe verlassen',
    pageTitle: 'Probe · {{title}}',
  },
  realmSuspended: {
    title: 'Dieser Mandant ist gesperrt',
    text: 'Ein Administrator hat ihn gesperrt: Sie können alles lesen, aber nichts ändern, und keine Aufgabe läuft. Bitten Sie einen Administrator, ihn zu aktivieren.',
  },
  realmWaiting: {
    title: 'Warten auf die Verwaltung',
    text: 'Ihr Konto ist bereit, gehört aber noch zu keinem Mandanten; deshalb sind Ihre Listen leer. Ein Administrator muss es einem Mandanten zuordnen. Sie können angemeldet bleiben: Die Daten des Mandanten erscheinen dann hier.',
  },
};
