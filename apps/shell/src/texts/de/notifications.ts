import type { Translation } from '@tessera/ui';
import type { notifications as english } from '../en/notifications';

export const notifications: Translation<typeof english> = {
  messages: {
    title: 'Nachrichten',
    unread_one: '{{count}} ungelesen',
    unread_other: '{{count, number}} ungelesen',
    latest: 'die neuesten {{count}}',
    none: 'Noch keine Nachrichten.',
    markAll: 'Alle als gelesen markieren',
    markOne: 'Als gelesen markieren: {{title}}',
    markRead: 'Als gelesen markieren',
    all: 'Alle Benachrichtigungen',
    isNew: 'Neu',
  },
  quiet: {
    title: 'Ruhezeiten',
    help: 'Benachrichtigungen an Ihre Geräte werden bis zum Ende der Ruhezeit zurückgehalten. Unter Nachrichten erscheinen sie sofort.',
    enabled: 'Benachrichtigungen zu diesen Zeiten zurückhalten',
    start: 'Von',
    end: 'Bis',
    nextDay: 'Am nächsten Tag',
    zone: 'Zeitzone',
    urgent: 'Dringendes durchlassen',
    urgentHelp:
      'Reservierte und verfallende Plätze, Warteschlange, Sicherheit. Wenn aus, entfallen solche, die zu spät kämen.',
    time: 'Geben Sie eine Uhrzeit wie 22:30 ein',
    same: 'Wählen Sie ein Ende, das vom Beginn abweicht',
    save: 'Ruhezeiten speichern',
    saved: 'Ruhezeiten gespeichert',
  },
};
