import type { Translation } from '@tessera/ui';
import type { palette as english } from '../en/palette';

export const palette: Translation<typeof english> = {
  palette: {
    title: 'Befehle',
    placeholder: 'Seite öffnen oder nach Namen suchen',
    goTo: 'Gehe zu',
    tasks: 'Aufgaben',
    jobs: 'Aufträge',
    templates: 'Vorlagen',
    tickets: 'Tickets',
    act: 'Ausführen',
    actOn: '{{act}}: {{name}}',
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
    events: 'Veranstaltungen',
    logins: 'Logins',
    sites: 'Seiten',
    users: 'Nutzer',
    searching: 'Suche läuft …',
    nothing: 'Keine Treffer für „{{text}}“',
    count_one: '{{count}} Treffer',
    count_other: '{{count}} Treffer',
    unreachable: 'Das konnte nicht geladen werden. Versuchen Sie es noch einmal.',
  },
  shortcuts: {
    title: 'Tastenkürzel',
    everywhere: 'Überall',
    or: 'oder',
    note: 'Tastenkürzel sind aus, während Sie tippen oder ein Dialog offen ist.',
    close: 'Schließen',
  },
};
