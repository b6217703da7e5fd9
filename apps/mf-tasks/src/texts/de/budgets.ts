import type { Translation } from '@tessera/ui';
import type { budgets as english } from '../en/budgets';

export const budgets: Translation<typeof english> = {
  title: 'Budgets',
  job: 'Budget des Auftrags',
  task: 'Budget je Aufgabe',
  seat: 'Budget je Platz',
  currency: 'Währung',
  help: 'Plätze, die ein Budget überschreiten würden, werden nicht reserviert. Leer: kein Budget.',
  taskHelp:
    'Plätze, die ein Budget überschreiten würden, werden nicht reserviert. Leer: die Budgets des Auftrags.',
  figures: 'Budget',
  perTask: '{{amount}} je Aufgabe',
  perSeat: '{{amount}} je Platz',
};
