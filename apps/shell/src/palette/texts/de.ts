import type { Translation } from '@tessera/ui';
import type { en } from './en';

const de: Translation<typeof en> = {
  act: 'Ausführen',
  actOn: '{{act}}: {{name}}',
  searching: 'Suche läuft …',
  nothing: 'Keine Treffer für „{{text}}“',
  count_one: '{{count}} Treffer',
  count_other: '{{count}} Treffer',
  acts: {
    start: 'Starten',
    pause: 'Pausieren',
    resume: 'Fortsetzen',
    stop: 'Stoppen',
    retry_failed: 'Fehlgeschlagene wiederholen',
    launch: 'Auftrag starten',
    rehearse: 'Proben',
    pay: 'Bezahlen',
  },
  groups: {
    tasks: 'Aufgaben',
    jobs: 'Aufträge',
    templates: 'Vorlagen',
    tickets: 'Tickets',
    events: 'Veranstaltungen',
    logins: 'Logins',
    sites: 'Seiten',
    users: 'Nutzer',
  },
  shortcuts: {
    or: 'oder',
    note: 'Tastenkürzel sind aus, während Sie tippen oder ein Dialog offen ist.',
    close: 'Schließen',
  },
};

export default de;
