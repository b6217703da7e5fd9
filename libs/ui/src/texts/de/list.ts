import type { Translation } from '../text-types';
import type { list as english } from '../en/list';

export const list: Translation<typeof english> = {
  filter: {
    remove: 'Filter {{field}} {{operator}} {{value}} entfernen',
    nothing: 'Nichts gefunden',
  },
};
