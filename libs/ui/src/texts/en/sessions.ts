/** Sessions, wherever they are listed. */
export const sessions = {
  times: 'last used {{used}}, signed in {{since}}',
  current: 'This one',
  end: 'End',
  endOf: 'End the session of {{device}}',
};
