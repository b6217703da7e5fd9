import type { CalendarWords } from '../../calendar-words';

export const german: CalendarWords = {
  language: 'DE',
  kinds: { on_sale: 'Verkaufsstart', kick_off: 'Anstoß', job: 'Auftrag' },
  statuses: {
    announced: 'angekündigt',
    on_sale: 'im Verkauf',
    sold_out: 'ausverkauft',
    closed: 'geschlossen',
    draft: 'Entwurf',
    scheduled: 'geplant',
    running: 'läuft',
    paused: 'pausiert',
    stopping: 'wird gestoppt',
    stopped: 'gestoppt',
    completed: 'abgeschlossen',
    failed: 'fehlgeschlagen',
  },
  tasks: (count) => `${count} ${count === 1 ? 'Aufgabe' : 'Aufgaben'}`,
};
