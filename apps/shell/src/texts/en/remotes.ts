export const remotes = {
  remotes: {
    loading: 'Loading the page',
    why: {
      TIMEOUT: 'The {{module}} module did not answer in time.',
      NETWORK: 'The {{module}} module could not be reached.',
      INTEGRITY_MISMATCH:
        'The {{module}} module arrived, but its content does not match its published fingerprint, so it was not run.',
      CRASHED: 'The {{module}} module ran into an error and was stopped.',
    },
    goesOn: 'Nothing you had running has stopped: tasks go on, and held seats stay held until they lapse.',
    held_one: 'Tasks go on, and your held seat stays held for {{time}}.',
    held_other: 'Tasks go on, and your {{seats}} held seats stay held, the next of them for {{time}}.',
    tries_one: 'Tried once.',
    tries_other: 'Tried {{count}} times.',
    again: 'Trying again…',
    nextTry: 'Next try by itself in {{time}}.',
    titles: { tasks: 'Tasks', tickets: 'Tickets', admin: 'Administration' },
  },
};
