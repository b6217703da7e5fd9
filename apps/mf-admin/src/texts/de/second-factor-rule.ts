import type { Translation } from '@tessera/ui';
import type { secondFactorRule as english } from '../en/second-factor-rule';

export const secondFactorRule: Translation<typeof english> = {
  open: 'Zwei-Faktor-Regel',
  title: 'Zwei-Faktor-Anmeldung: {{name}}',
  administrators: 'Administratoren',
  realm: 'Ihr Mandant',
  without_one: '{{without, number}} von {{count, number}} Person hat keinen zweiten Faktor.',
  without_other: '{{without, number}} von {{count, number}} Personen haben keinen zweiten Faktor.',
  off: 'Niemand muss einen haben.',
  since: 'Alle müssen einen haben ab',
  required: 'Zweiten Faktor vorschreiben',
  requiredHelp: 'Eine Authenticator-App oder einen Passkey',
  days: 'Tage Frist',
  daysHelp: 'Ab heute, 0 bis 30. Danach kann, wer keinen hat, nur noch einen einrichten.',
  daysWrong: 'Geben Sie eine ganze Zahl von 0 bis 30 ein',
  save: 'Speichern',
  on: 'Ein zweiter Faktor ist vorgeschrieben',
  turnedOff: 'Ein zweiter Faktor ist nicht mehr vorgeschrieben',
  undone: 'Die Regel ist wieder wie zuvor',
};
