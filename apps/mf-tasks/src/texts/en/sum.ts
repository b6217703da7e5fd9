/** The total of seats in a form. */
export const sum = {
  ofTarget: 'of target {{target, number}}',
  seats: 'seats',
  inTotal: 'seats in total',
  short: '{{seats, number}} short of the target',
  spare: '{{seats, number}} to spare: the remaining tasks wait once the target is held',
  exact: 'Exactly the target',
  fewLogins: '{{logins}} for {{tasks}}: some are used more than once',
  overLimit: 'Over the task limit: only {{free, number}} more allowed',
};
