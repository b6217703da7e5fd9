import type { Translation } from '@tessera/ui';
import type { budgets as english } from '../en/budgets';

export const budgets: Translation<typeof english> = {
  title: 'Budgets',
  noun: 'Budgets',
  empty: 'Keine Budgets. Ohne Budget begrenzt nichts die Ausgaben.',
  of: 'Budget von',
  thisMonth: 'Dieser Monat',
  kind: 'Art',
  kinds: { month: 'Monat', event: 'Veranstaltung', job: 'Auftrag', task: 'Aufgabe', seat: 'Platz' },
  sums: { month: 'Dieser Monat', event: 'Alle Veranstaltungen', job: 'Alle Aufträge' },
  budget: 'Budget',
  spent: 'Ausgegeben',
  reserved: 'Reserviert',
  free: 'Frei',
  used: 'Verbraucht',
  mark: 'Warnung',
  change: 'Budget ändern',
  setMonth: 'Monatsbudget setzen',
  setEvent: 'Budget von {{event}}',
  monthHelp:
    'Für diesen Monat und die folgenden, in der Zeitzone des Mandanten. Solange es eines gibt, wird nichts in anderen Währungen reserviert.',
  first: {
    title: 'Das erste Monatsbudget setzen, in {{currency}}?',
    body: 'Ab jetzt und bis es entfernt wird, wird in diesem Mandanten in keiner anderen Währung als {{currency}} reserviert. Weitere Währungen können ein eigenes Budget haben.',
    spent: 'In diesem Monat wurden {{spent}} in anderen ausgegeben.',
    confirm: 'Budget setzen',
  },
  chooseRealm: 'Filtern Sie zuerst nach einem Mandanten',
};
