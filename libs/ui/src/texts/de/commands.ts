import type { Translation } from '../text-types';
import type { commands as english } from '../en/commands';

export const commands: Translation<typeof english> = {
  commands: {
    list: 'Listen',
    page: 'Auf dieser Seite',
    next: 'Nächste Zeile',
    previous: 'Vorige Zeile',
    select: 'Zeile auswählen',
    open: 'Zeile öffnen',
    search: 'Suchen',
    refresh: 'Aktualisieren',
    escape: 'Auswahl aufheben, Geöffnetes schließen',
  },
  keys: { ctrl: 'Strg', space: 'Leertaste', escape: 'Esc' },
};
