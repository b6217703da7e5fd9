export const remotes = {
  remotes: {
    loading: 'Loading the page',
    why: {
      TIMEOUT: 'The {{module}} module did not answer in time.',
      NETWORK: 'The {{module}} module could not be reached.',
      INTEGRITY_MISMATCH:
        'The {{module}} module does not match its published fingerprint, so it was not run.',
      CRASHED: 'The {{module}} module ran into an error and was stopped.',
    },
    unaffected: 'Your tasks keep running, and held seats stay held until they lapse.',
    held_one: 'Your tasks keep running, and your held seat stays held for {{time}}.',
    held_other:
      'Your tasks keep running, and your {{seats}} held seats stay held; the next lapses in {{time}}.',
    tries_one: 'Tried once.',
    tries_other: 'Tried {{count}} times.',
    again: 'Trying again…',
    nextTry: 'Next automatic attempt in {{time}}.',
    titles: { tasks: 'Tasks', tickets: 'Tickets', admin: 'Administration' },
  },
};
