/** Filters: the chip of one in force, and a search without a result. */
export const list = {
  filter: {
    remove: 'Remove filter {{field}} {{operator}} {{value}}',
    nothing: 'Nothing found',
  },
};
