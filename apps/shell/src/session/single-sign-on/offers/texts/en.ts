/** What the buttons of identity providers say. */
export const en = {
  or: 'or',
  continueWith: 'Continue with {{name}}',
};
