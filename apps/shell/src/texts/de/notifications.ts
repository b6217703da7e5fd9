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
    help: 'Meldungen an Ihre Geräte warten, bis sie vorbei sind. Unter Nachrichten finden Sie sie sofort.',
    enabled: 'Zu diesen Zeiten Ruhe halten',
    start: 'Von',
    end: 'Bis',
    nextDay: 'Am nächsten Tag',
    zone: 'Zeitzone',
    urgent: 'Dringendes durchlassen',
    urgentHelp:
      'Gehaltene und verfallende Plätze, Warteschlange, Sicherheit. Sonst entfällt, was zu spät käme.',
    time: 'Eine Uhrzeit wie 22:30',
    same: 'Eine andere Zeit als der Beginn',
    save: 'Ruhezeiten speichern',
    saved: 'Ruhezeiten gespeichert',
  },
};
