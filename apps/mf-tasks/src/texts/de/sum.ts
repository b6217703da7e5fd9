import type { Translation } from '@tessera/ui';
import type { sum as english } from '../en/sum';

export const sum: Translation<typeof english> = {
  ofTarget: 'vom Ziel {{target, number}}',
  seats: 'Plätze',
  inTotal: 'Plätze insgesamt',
  short: 'Zum Ziel fehlen {{seats, number}}',
  spare: '{{seats, number}} Reserve: Die übrigen Aufgaben warten, sobald das Ziel reserviert ist',
  exact: 'Genau das Ziel',
  fewLogins: '{{logins}} für {{tasks}}: Manche werden mehrmals verwendet',
  overLimit: 'Über dem Aufgabenlimit: Nur noch {{free, number}} erlaubt',
};
