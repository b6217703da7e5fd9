/** What this module says. */
export const en = {
  language: 'Language',
};
