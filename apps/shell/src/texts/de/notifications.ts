import type { Translation } from '@tessera/ui';
import type { notifications as english } from '../en/notifications';

export const notifications: Translation<typeof english> = {
  messages: {
    title: 'Nachrichten',
    unread_one: '{{count}} ungelesen',
    unread_other: '{{count, number}} ungelesen',
    none: 'Noch keine Nachrichten.',
    markAll: 'Alle als gelesen markieren',
    markOne: 'Als gelesen markieren: {{title}}',
    markRead: 'Als gelesen markieren',
    all: 'Alle Benachrichtigungen',
    isNew: 'Neu',
    noneFiltered: 'Keine Nachricht entspricht diesen Filtern.',
    show: 'Anzeigen',
    shows: { all: 'Alle', unread: 'Ungelesen', dismissed: 'Verworfen' },
    everyTopic: 'Alle Themen',
    dismiss: 'Verwerfen',
    dismissOne: 'Verwerfen: {{title}}',
    dismissed: 'Nachricht verworfen',
    undo: 'Rückgängig',
    restore: 'In den Posteingang',
    restoreOne: 'In den Posteingang: {{title}}',
    pages: 'Seiten der Nachrichten',
    range: '{{from}}–{{to}} von {{total}}',
    rangeOfMany: '{{from}}–{{to}} von vielen',
    previous: 'Vorige Seite',
    next: 'Nächste Seite',
  },
};
