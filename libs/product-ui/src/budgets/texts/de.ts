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
};

export default de;
