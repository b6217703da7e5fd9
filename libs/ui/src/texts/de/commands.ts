import type { Translation } from '../text-types';
import type { commands as english } from '../en/commands';

export const commands: Translation<typeof english> = {
  commands: {
    page: 'Auf dieser Seite',
  },
  keys: { ctrl: 'Strg', space: 'Leertaste', escape: 'Esc' },
};
