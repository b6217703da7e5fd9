import type { Translation } from '@tessera/ui';
import type { notes as english } from '../en/notes';

export const notes: Translation<typeof english> = {
  title: 'Notiz',
  label: 'Notiz für alle im Mandanten',
  placeholder: 'z. B. mit der Karte des Vereins zahlen',
  length: '{{length, number}} von {{max, number}} Zeichen',
  tooLong: '{{length, number}} Zeichen, gespeichert werden höchstens {{max, number}}',
  none: 'Noch keine Notiz.',
  savedAt: 'Gespeichert: {{at}}',
  unsaved: 'Noch nicht gespeichert',
  saved: 'Notiz gespeichert',
  deleted: 'Notiz gelöscht',
  restored: 'Notiz wiederhergestellt',
  discard: 'Verwerfen',
  this: 'diese Notiz',
};
