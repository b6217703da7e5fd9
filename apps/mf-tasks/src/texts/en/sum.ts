/** The live sum of seats. */
export const sum = {
  ofTarget: 'of target {{target, number}}',
  seats: 'seats',
  wanted: 'seats wanted',
  short: '{{seats, number}} short of the target',
  spare: '{{seats, number}} to spare: the rest waits once the target is held',
  exact: 'Exactly the target, no slack',
  fewLogins: '{{logins}} for {{workers}}: some serve several',
  overLimit: 'Over the limit: {{places, number}} more tasks allowed',
};
