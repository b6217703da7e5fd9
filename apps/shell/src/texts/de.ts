import type { Translation } from '@tessera/ui';
import type { en } from './en';

const de: Translation<typeof en> = {
  region: {
    title: 'Darstellung',
    theme: 'Farbschema',
    language: 'Sprache',
    languageHelp: 'Meldungen des Servers bleiben englisch',
    timeZone: 'Zeitzone',
    timeZoneAuto: 'Wie in diesem Browser ({{zone}})',
    density: 'Zeilen in Listen',
    densityAuto: 'Wie jede Liste sie hat',
    compact: 'Kompakt (28 px)',
    standard: 'Normal (36 px)',
    comfortable: 'Geräumig (44 px)',
  },
  dashboard: {
    title: 'Übersicht',
    launch: 'Auftrag starten',
    chart: {
      title: 'Aufgaben nach Status',
      every: 'alle {{step}}',
      span: 'Zeitraum',
      table: 'Als Tabelle zeigen',
      label: 'Aufgaben nach Status im Lauf der Zeit; beendete dort, wo sie endeten',
    },
    jobs: {
      title: 'Neueste Aufträge',
      all: 'Alle Aufträge',
      none: 'Noch keine Aufträge.',
      job: 'Auftrag',
      event: 'Veranstaltung',
      status: 'Status',
      tasks: 'Aufgaben',
      seats: 'Plätze',
      created: 'Angelegt',
    },
    next: {
      title: 'Als Nächstes geplant',
      all: 'Alle',
      none: 'Nichts ist geplant.',
      tasks_one: '{{count}} Aufgabe',
      tasks_other: '{{count, number}} Aufgaben',
      in: 'in {{time}}',
    },
    realms: { title: 'Aktivste Mandanten', all: 'Alle Mandanten', none: 'Noch keine Mandanten.' },
    workers: {
      title: 'Worker',
      all: 'Alle Worker',
      none: 'Noch kein Worker hat nach Arbeit gefragt.',
      use: '{{leased}} von {{capacity}} in Arbeit',
      seen: 'zuletzt gehört vor {{time}}',
    },
    modules: { title: 'Module', all: 'Alle Module' },
  },
};

export default de;
