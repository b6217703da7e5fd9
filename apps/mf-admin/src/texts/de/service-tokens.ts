import type { Translation } from '@tessera/ui';
import type { serviceTokens as english } from '../en/service-tokens';

export const serviceTokens: Translation<typeof english> = {
  title: 'Service-Tokens',
  noun: 'Service-Tokens',
  about: 'Für Skripte und andere Systeme, die die API dieser Konsole ohne eine Person aufrufen.',
  create: 'Neuer Service-Token',
  name: 'Bezeichnung',
  nameHelp: 'Was ihn benutzt, zum Beispiel „Nächtlicher Export“',
  dutiesHelp: 'Ohne Aufgabenbereich liest er nur, was alle Nutzer des Mandanten lesen dürfen',
  expires: 'Läuft ab',
  expiresIn: 'Läuft ab in',
  days_one: '{{count}} Tag',
  days_other: '{{count}} Tagen',
  realms: 'Mandanten',
  realmsHelp: 'Bei mehreren nennt jede Anfrage einen im Header Tessera-Realm',
  realmsMissing: 'Wählen Sie mindestens einen Mandanten',
  createdBy: 'Erstellt von',
  lastUsed: 'Zuletzt benutzt',
  never: 'Nie',
  from: 'von {{address}}',
  statuses: { active: 'Aktiv', expired: 'Abgelaufen', revoked: 'Widerrufen' },
  empty: 'Noch keine Service-Tokens. Ein Skript braucht einen, um die API aufzurufen.',
  submit: 'Token erstellen',
  shownOnce:
    'Kopieren Sie den Token jetzt: Er wird nicht noch einmal angezeigt. Wer ihn hat, kann ihn benutzen, bis er abläuft oder widerrufen wird.',
  copy: 'Token kopieren',
  copied: 'Token kopiert',
  done: 'Fertig',
  revoke: 'Widerrufen',
  over: 'Er ist schon beendet',
  revokeTitle: 'Service-Token {{name}} widerrufen?',
  revokeBody:
    'Anfragen mit ihm werden ab jetzt abgelehnt, seine Live-Verbindungen enden, und seine laufenden Sammelaktionen werden abgebrochen. Das lässt sich nicht rückgängig machen.',
  revoked: '{{name}} widerrufen',
};
