import '@tessera/domain/german';
import type { Translation } from '@tessera/ui';
import type { en } from './en';

const de: Translation<typeof en> = {
  spent: '{{amount}} ausgegeben',
  reserved: '{{amount}} reserviert',
  free: '{{amount}} frei',
  used: '{{percent}} verbraucht',
  usedUp: 'Aufgebraucht',
  over: '{{amount}} über dem Budget: Nichts wird mehr reserviert',
  headsForOf: 'Steuert auf {{cost}} von {{budget}} zu',
  headsFor: 'Steuert auf {{cost}} zu',
  mayExceed: 'bis zu {{amount}} darüber',
  amount: 'Budget',
  amountHelp: 'Plätze, die es überschreiten würden, werden nicht reserviert. Leer: kein Budget.',
  currency: 'Währung',
  currencyMissing: 'Geben Sie einen Währungscode wie EUR ein',
  saved: 'Budget gespeichert',
  removed: 'Budget entfernt',
  restored: 'Früheres Budget wiederhergestellt',
  below: {
    title: 'Budget auf {{amount}} setzen?',
    body: '{{over}} mehr als das sind ausgegeben oder reserviert: Nichts wird mehr reserviert. Reservierte Plätze können noch bezahlt werden.',
    confirm: 'Budget setzen',
  },
  ask: {
    title: 'Genehmigung anfragen',
    what: {
      launch: 'Diesen Start muss eine zweite Person genehmigen',
      job_budget: 'Dieses Budget des Auftrags muss eine zweite Person genehmigen',
      event_budget: 'Dieses Budget der Veranstaltung muss eine zweite Person genehmigen',
      month_budget: 'Dieses Budget des Monats muss eine zweite Person genehmigen',
    },
    rules: { per_launch: 'Pro Start', per_event: 'Pro Veranstaltung', per_month: 'Pro Monat' },
    present: 'Budget jetzt',
    committed: 'Gebunden',
    asked: 'Gewünscht',
    noBudget: 'kein Budget',
    unknownSum: 'nicht bekannt',
    launchHelp:
      'Er beginnt wie gezeigt, sobald jemand zustimmt, der genehmigen darf. Die Anfrage läuft nach 24 Stunden ab, oder zum geplanten Beginn.',
    help: 'Das Budget wird gesetzt, sobald jemand zustimmt, der genehmigen darf. Die Anfrage läuft nach 24 Stunden ab.',
    reason: 'Grund',
    reasonMissing: 'Nennen Sie den Grund',
    send: 'Genehmigung anfragen',
    sent: 'Genehmigung angefragt',
    view: 'Ansehen',
  },
};

export default de;
