import type { Translation } from '@tessera/ui';
import type { realms as english } from '../en/realms';

export const realms: Translation<typeof english> = {
  title: 'Mandanten',
  noun: 'Mandanten',
  empty: 'Noch keine Mandanten. Ein Mandant hat eigene Nutzer und Limits.',
  new: 'Neuer Mandant',
  create: 'Mandant anlegen',
  suspended: 'Gesperrt',
  suspendedHelp: 'Gesperrt: nur Lesezugriff, nichts läuft',
  number: 'Nummer',
  users: 'Nutzer',
  tasks: 'Offene Aufgaben',
  logins: 'Logins',
  noneAllowed: 'keine erlaubt',
  use: '{{used}} von {{limit}}',
  tasksUse: '{{used}} von {{limit}} offenen Aufgaben',
  loginsUse: '{{used}} von {{limit}} Logins',
  userCount_one: '{{count}} Nutzer',
  userCount_other: '{{count}} Nutzer',
  usersOf: 'Nutzer dieses Mandanten',
  deleteTitle: 'Den Mandanten {{name}} löschen?',
  deleteBody:
    'Der Mandant darf keine Nutzer, Logins oder offenen Aufgaben haben. Käufe und Protokoll bleiben erhalten.',
  deleteConfirm: 'Mandant löschen',
  maxTasks: 'Aufgabenlimit',
  maxLogins: 'Login-Limit',
  maxTasksWord: 'Aufgabenlimit',
  maxLoginsWord: 'Login-Limit',
  zeroHelp: '0 heißt: keine erlaubt',
  timeZone: 'Zeitzone',
  timeZoneHelp:
    'Standard für die Personen dieses Mandanten. Leer lassen, um die Zeitzone des jeweiligen Browsers zu verwenden.',
  numberMissing: 'Geben Sie eine ganze Zahl ein, 0 für keine',
  numberLow: 'Geben Sie 0 oder mehr ein',
  belowUse: 'Limit unter der aktuellen Nutzung',
  belowUseBody: 'Der Mandant hat {{tasks}} und {{logins}}. Sie bleiben erhalten; neue werden abgelehnt.',
};
