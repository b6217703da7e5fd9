import type { Translation } from '@tessera/ui';
import type { palette as english } from '../en/palette';

export const palette: Translation<typeof english> = {
  palette: {
    title: 'Befehle',
    placeholder: 'Seite öffnen oder nach Namen suchen',
    goTo: 'Gehe zu',
    unreachable: 'Das konnte nicht geladen werden. Versuchen Sie es noch einmal.',
  },
  shortcuts: {
    title: 'Tastenkürzel',
    everywhere: 'Überall',
  },
};
