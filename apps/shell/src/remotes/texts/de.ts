import type { Translation } from '@tessera/ui';
import type { en } from './en';

const de: Translation<typeof en> = {
  explanation:
    'Dieser Browser lädt sie von Ihrem Entwicklungsserver. Andere Personen betrifft das nicht; nach 12 Stunden endet es.',
  load: '{{module}} von diesem Computer laden',
  remove: '{{module}} entfernen',
  module: 'Modul',
  moduleNeeded: 'Geben Sie einen Namen wie mf-example ein',
  address: 'Adresse',
  addressNeeded: 'Geben Sie eine Adresse dieses Computers wie http://127.0.0.1:4205 ein',
  add: 'Hinzufügen',
};

export default de;
