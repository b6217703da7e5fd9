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
  areasHelp: 'In der Reihenfolge, in der Sie sie vorziehen. Keiner gewählt: jeder Bereich.',
  noAreas: 'Diese Seite nennt keine Bereiche.',
  levelsHelp: 'Keine gewählt: jede Stufe.',
  noLevels: 'Diese Seite hat keine Preisstufen.',
};
