import { text } from './texts';

/** Stands for the name of a row; of Unicode's private use, which no text has. */
const PLACE = '\uE002';

/** What is spoken of a row, by its name. One text does for all rows: to have i18next fill it for each takes longer than a cell. */
export const rowText = (
  what: 'row.select' | 'row.show' | 'row.hide' | 'row.actionsFor',
  name: string,
): string => text(what, { name: PLACE }).replace(PLACE, () => name);
