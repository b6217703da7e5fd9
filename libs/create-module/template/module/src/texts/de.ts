import type { Translation } from '@tessera/ui';
import type { en } from './en';

const de: Translation<typeof en> = {
  events: {
    title: 'Sample',
    noun: 'Veranstaltungen',
    empty: 'Noch keine Veranstaltungen',
    search: 'Name oder GUID',
    event: 'Veranstaltung',
    site: 'Seite',
    kickOff: 'Anstoß',
    category: 'Kategorie',
    status: 'Status',
  },
  task: {
    event: 'Veranstaltung',
    changed: 'Geändert',
  },
};

export default de;
