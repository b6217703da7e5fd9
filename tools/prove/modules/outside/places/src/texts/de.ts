import type { Translation } from '@tessera/ui';
import type { en } from './en';

const de: Translation<typeof en> = {
  events: {
    title: 'Parking',
    noun: 'Veranstaltungen',
    empty: 'Noch keine Veranstaltungen',
    search: 'Name oder GUID',
    event: 'Veranstaltung',
    site: 'Seite',
    kickOff: 'Anstoß',
    category: 'Kategorie',
    status: 'Status',
  },
  spaces: {
    gate: 'Tor: {{gate}}',
    none: 'keins',
    park: 'Am Nordtor parken',
    noGate: 'kein Tor',
    cardTitle: 'Parkplätze',
    open: 'Alle Tore sind offen',
  },
};

export default de;
