/** What this module says. */
export const en = {
  bulk: {
    start: 'Starting {{tasks}} tasks',
    stop: 'Stopping {{tasks}} tasks',
    pause: 'Pausing {{tasks}} tasks',
    resume: 'Resuming {{tasks}} tasks',
    delete: 'Deleting {{tasks}} tasks',
    waiting: 'It goes on when you close this page.',
    leftAlone_one: '{{count}} task left alone',
    leftAlone_other: '{{count}} tasks left alone',
    reason: '{{number}} × {{reason}}',
    task: 'Task {{id}}',
    more_one: 'and {{count}} more',
    more_other: 'and {{count}} more',
    unreadable: 'Its progress could not be read: {{reason}}',
    deleted_one: '{{count}} task deleted',
    deleted_other: '{{count}} tasks deleted',
    undo: 'Undo',
  },
  place: {
    history: 'How it moved',
    unreadable: 'Its history could not be read.',
    earlier_one: 'and {{count}} earlier step',
    earlier_other: 'and {{count}} earlier steps',
  },
  jobs: { allTasks_one: 'All {{count}} task', allTasks_other: 'All {{count, number}} tasks' },
};
