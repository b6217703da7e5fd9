import type { Translation } from '@tessera/ui';
import type { duties as english } from '../en/duties';

export const duties: Translation<typeof english> = {
  title: 'Befugnisse',
  help: 'Sie kommen zu dem hinzu, was alle im Mandanten dürfen, und gelten sofort',
  edit: 'Befugnisse bearbeiten',
  of: 'Befugnisse von {{name}}',
  all: 'Alle',
  allAlready: 'Leitung und Verwaltung haben alle Befugnisse',
  names: {
    pay: 'Bezahlen',
    launch: 'Starten',
    approve: 'Freigeben',
    finance: 'Finanzen',
    audit: 'Protokoll',
  },
  means: {
    pay: 'Körbe bezahlen, Käufe erfassen, selbst Erfasstes zurücknehmen',
    launch: 'Aufträge starten, Aufgaben steuern, proben',
    approve: 'Noch nirgends nötig',
    finance: 'Das Kaufbuch lesen und exportieren',
    audit: 'Das Protokoll des Mandanten lesen',
  },
};
