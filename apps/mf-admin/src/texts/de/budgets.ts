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
  chooseRealm: 'Filtern Sie zuerst nach einem Mandanten',
};
