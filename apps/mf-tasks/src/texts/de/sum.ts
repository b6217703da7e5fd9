import type { Translation } from '@tessera/ui';
import type { sum as english } from '../en/sum';

export const sum: Translation<typeof english> = {
  ofTarget: 'vom Ziel {{target, number}}',
  seats: 'Plätze',
  wanted: 'gesuchte Plätze',
  short: 'Zum Ziel fehlen {{seats, number}}',
  spare: '{{seats, number}} Reserve: Der Rest wartet, sobald das Ziel gehalten wird',
  exact: 'Genau das Ziel, ohne Reserve',
  fewLogins: '{{logins}} für {{workers}}: Manche bedienen mehrere',
  overLimit: 'Über der Grenze: Nur noch {{places, number}} Aufgaben erlaubt',
};
