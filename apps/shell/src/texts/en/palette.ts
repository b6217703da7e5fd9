export const palette = {
  palette: {
    title: 'Command palette',
    placeholder: 'Go to a page or find by name',
    goTo: 'Go to',
    unreachable: 'This could not be loaded. Try again.',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    everywhere: 'Everywhere',
  },
};
