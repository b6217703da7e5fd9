import type { Translation } from '@tessera/ui';
import type { loginChoice as english } from '../en/login-choice';

export const loginChoice: Translation<typeof english> = {
  title: 'Logins wählen',
  subtitle: 'Die Logins werden in dieser Reihenfolge verwendet.',
  none: 'Sie haben keine Logins bei dieser Seite.',
  noMatches: 'Keine Treffer.',
  found: '{{number, number}} gefunden',
  unknown: 'unbekannt: {{emails}}',
  unknownMore: 'unbekannt: {{emails}} …',
  use_one: '{{count, number}} Login verwenden',
  use_other: '{{count, number}} Logins verwenden',
  find: 'Suchen',
  findHint: 'Name, oder E-Mail-Adressen einfügen',
  anyStatus: 'Jeder Status',
  allLogins: 'Alle Logins',
  poolSize: '{{name}} ({{size, number}})',
  tickets: 'Tickets der Veranstaltung',
  anyTickets: 'Mit oder ohne',
  noTickets: 'Ohne Tickets',
  nothing: 'Ohne Tickets und Reservierungen',
  disabled: 'Deaktiviert',
};
