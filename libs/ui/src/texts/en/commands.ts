/** What the shared parts can do, as the sheet of shortcuts lists it, and the names of keys. */
export const commands = {
  commands: {
    list: 'Lists',
    page: 'On this page',
    next: 'Next row',
    previous: 'Previous row',
    select: 'Select the row',
    open: 'Open the row',
    search: 'Search',
    refresh: 'Refresh',
    escape: 'Let go of the selection, close what is open',
  },
  keys: { ctrl: 'Ctrl', space: 'Space', escape: 'Esc' },
};
