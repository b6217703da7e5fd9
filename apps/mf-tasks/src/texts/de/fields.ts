import type { Translation } from '@tessera/ui';
import type { fields as english } from '../en/fields';

export const fields: Translation<typeof english> = {
  chooseSite: 'Wählen Sie eine Seite',
  chooseEvent: 'Wählen Sie eine Veranstaltung',
  chooseLogin: 'Wählen Sie einen Login',
  siteFirst: 'Wählen Sie zuerst eine Seite.',
  closed: '{{name}} (geschlossen)',
  disabled: '{{name}} (deaktiviert)',
  failed: '{{name}} (fehlgeschlagen)',
  areasHelp: 'Nach Vorliebe geordnet. Leer: jeder Bereich.',
  noAreas: 'Diese Seite hat keine Bereiche.',
  levelsHelp: 'Leer: jede Stufe.',
  noLevels: 'Diese Seite hat keine Preisstufen.',
};
