import '@tessera/domain/german';
import type { Translation } from '@tessera/ui';
import type { en } from './en';

const de: Translation<typeof en> = {
  ofJobs: 'Geplante Kosten laufender und geplanter Jobs',
  unpriced: 'Für {{count}} von {{seats}} Plätzen kein Preis bekannt',
  allUnpriced_one: 'Für {{count}} Platz kein Preis bekannt',
  allUnpriced_other: 'Für {{count}} Plätze kein Preis bekannt',
};

export default de;
