/** What the shared parts can do, as the sheet of shortcuts lists it, and the names of keys. */
export const commands = {
  commands: {
    page: 'On this page',
  },
  keys: { ctrl: 'Ctrl', space: 'Space', escape: 'Esc' },
};
