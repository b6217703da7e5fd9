import type { Translation } from '@tessera/ui';
import type { identities as english } from '../en/identities';

export const identities: Translation<typeof english> = {
  title: 'Gemeinsame Identitäten',
  noun: 'gemeinsame Identitäten',
  empty: 'Keine zwei Veranstaltungen, Logins oder Konten haben dieselbe Identität.',
  search: 'GUID, Adresse oder E-Mail',
  loading: 'Die gemeinsame Identität wird geladen',
  identity: 'Gemeinsame Identität',
  what: 'Gemeinsam für',
  seats: 'Plätze',
  decided: 'Entschieden',
  decidedBy: 'Entschieden von',
  states: {
    undecided: 'Zu entscheiden',
    merged: 'Zusammengeführt',
    apart: 'Getrennt gehalten',
    settled: 'Erledigt',
  },
  kinds: { event: 'Veranstaltungen', login: 'Logins', account: 'Konten' },
  counts: {
    event_one: '{{count, number}} Veranstaltung',
    event_other: '{{count, number}} Veranstaltungen',
    login_one: '{{count, number}} Login',
    login_other: '{{count, number}} Logins',
    account_one: '{{count, number}} Konto',
    account_other: '{{count, number}} Konten',
  },
  shared: {
    guid: 'Dieselbe GUID',
    address: 'Dieselbe Adresse',
    customer: 'Derselbe Kunde',
    email: 'Dieselbe E-Mail-Adresse',
  },
  explained: {
    event:
      'Diese Veranstaltungen zählen zusammen: Ein Kunde hat für alle ein Limit, das niedrigste. Führen Sie sie zusammen, wenn sie eine Veranstaltung sind; halten Sie sie nur getrennt, wenn die Seite sie als verschiedene Veranstaltungen verkauft.',
    login: 'Diese Logins sind für die Seite ein Kunde und haben ein gemeinsames Limit pro Veranstaltung.',
    account:
      'Diese Konten haben dieselbe E-Mail-Adresse, daher kann sich nur eines anmelden. Wählen Sie, welches in Gebrauch bleibt.',
  },
  notApart: {
    login:
      'Ein Kauflimit braucht einen Kunden je Supporter-ID oder E-Mail-Adresse. Sind es verschiedene Personen, berichtigen Sie Supporter-ID oder E-Mail-Adresse eines Logins.',
    account:
      'Zwei Konten können sich nicht mit einer E-Mail-Adresse anmelden. Sind es verschiedene Personen, geben Sie zuerst einem Konto eine andere.',
  },
  boughtHeld: '{{bought}} gekauft, {{held}} reserviert',
  limit: 'Limit {{limit}}',
  deleted: 'Gelöscht; die Plätze zählen weiterhin',
  meetsNoMore: 'Hat diese Identität nicht mehr',
  stays: 'Bleibt',
  more_one: 'und {{count, number}} weitere',
  more_other: 'und {{count, number}} weitere',
  keep: 'Diese behalten',
  keepNamed: 'Diese behalten: {{name}} ({{id}})',
  keepTitle: '{{name}} behalten?',
  confirm: 'Ein Kunde',
  confirmTitle: 'Sind das Logins eines Kunden?',
  mergeBody: {
    event:
      'Die anderen Veranstaltungen werden geschlossen: Für sie startet nichts Neues. Aufgaben, Plätze und Käufe bleiben, wo sie sind, und alle haben ein gemeinsames Limit pro Kunde, das niedrigste. Das lässt sich zurücknehmen.',
    login:
      'Nichts ändert sich: Die Logins haben schon ein gemeinsames Limit und bleiben in Gebrauch. Das lässt sich zurücknehmen.',
    account:
      'Die anderen Konten werden deaktiviert und abgemeldet. Nichts von ihnen wird gelöscht, und es lässt sich zurücknehmen.',
  },
  apart: 'Getrennt halten',
  apartTitle: 'Diese Veranstaltungen getrennt halten?',
  apartBody:
    'Jede Veranstaltung hat dann ihr eigenes Limit pro Kunde. Tun Sie das nur, wenn die Seite sie als verschiedene Veranstaltungen verkauft: Für eine Veranstaltung könnte ein Kunde sonst mehr kaufen, als die Seite erlaubt.',
  takeBack: 'Zurücknehmen',
  merged: 'Zusammengeführt',
  keptApart: 'Getrennt gehalten',
  takenBack: 'Entscheidung zurückgenommen',
  restored: 'Entscheidung wiederhergestellt',
  undecided_one:
    '{{count, number}} Identität gehört mehreren Veranstaltungen, Logins oder Konten und wartet auf Ihre Entscheidung.',
  undecided_other:
    '{{count, number}} Identitäten gehören mehreren Veranstaltungen, Logins oder Konten und warten auf Ihre Entscheidung.',
  decide: 'Entscheiden',
};
