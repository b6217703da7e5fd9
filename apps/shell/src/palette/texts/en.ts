/** Texts of the open palette and of the list of shortcuts. */
export const en = {
  act: 'Act on',
  actOn: '{{act}}: {{name}}',
  searching: 'Searching…',
  nothing: 'No results for “{{text}}”',
  count_one: '{{count}} result',
  count_other: '{{count}} results',
  acts: {
    start: 'Start',
    pause: 'Pause',
    resume: 'Resume',
    stop: 'Stop',
    retry_failed: 'Retry failed',
    launch: 'Launch',
    rehearse: 'Rehearse',
    pay: 'Pay',
  },
  groups: {
    tasks: 'Tasks',
    jobs: 'Jobs',
    templates: 'Templates',
    tickets: 'Tickets',
    events: 'Events',
    logins: 'Logins',
    sites: 'Sites',
    users: 'Users',
  },
  shortcuts: {
    or: 'or',
    note: 'Shortcuts are off while you type or a dialog is open.',
    close: 'Close',
  },
};
