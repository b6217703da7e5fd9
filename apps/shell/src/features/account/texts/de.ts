import type { Translation } from '@tessera/ui';
import type { en } from './en';

const de: Translation<typeof en> = {
  page: { title: 'Konto', people: 'Personen', tabs: 'Konto und Personen' },
  profile: {
    title: 'Profil',
    role: 'Rolle',
    save: 'Profil speichern',
    saved: 'Profil gespeichert',
  },
  region: {
    theme: 'Farbschema',
    title: 'Darstellung',
    language: 'Sprache',
    languageHelp: 'Texte von Personen und Workern werden nicht übersetzt',
    timeZone: 'Zeitzone',
    timeZoneRealm: 'Zeitzone des Mandanten ({{zone}})',
    timeZoneAuto: 'Zeitzone des Browsers ({{zone}})',
    density: 'Zeilenhöhe in Listen',
    densityAuto: 'Standard der jeweiligen Liste',
    compact: 'Kompakt (28 px)',
    standard: 'Normal (36 px)',
    sound: 'Ton vor dem Ablauf von Plätzen',
    soundHelp: 'Zwei Minuten und 30 Sekunden vorher, solange die Konsole in einem Tab offen ist',
    soundOff: 'Aus',
    soundOn: 'An',
    comfortable: 'Geräumig (44 px)',
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
};

export default de;
