export const remotes = {
  overrides: {
    open: 'Load modules from this computer',
    title: 'Modules from this computer',
    silent: 'Nothing answers at {{address}}, so {{name}} isn’t loaded from there.',
    misnamed: '{{address}} serves {{served}}, not {{name}}: remove it, and add {{served}}.',
  },
  updates: {
    available_one: 'Another version of {{modules}} is available.',
    available_other: 'Other versions of {{modules}} are available.',
    reload: 'Reload',
    waiting: 'The page reloads as soon as your changes are saved or discarded.',
    cancel: 'Don’t reload',
    dismiss: 'Dismiss',
  },
  remotes: {
    loading: 'Loading the page',
    why: {
      TIMEOUT: 'The {{module}} module did not answer in time.',
      NETWORK: 'The {{module}} module could not be reached.',
      MISNAMED:
        'This address serves the module {{served}}, not {{name}}. Correct the name under Modules from this computer.',
      INTEGRITY: 'The {{module}} module does not match its published fingerprint, so it was not run.',
      SIGNATURE:
        'The {{module}} module is not signed by a publisher that may ship it here, so it was not run.',
      CRASHED: 'The {{module}} module ran into an error and was stopped.',
      INCOMPATIBLE: 'The {{module}} module does not fit this version of the console, so it was not run.',
      DISABLED:
        'The {{module}} module is disabled. Administrators can enable it under Modules in the account menu.',
      REGISTRY: 'The list of modules could not be loaded.',
    },
    noPage: 'No page at {{path}} is available to you.',
    unaffected: 'Your tasks keep running, and held seats stay held until they expire.',
    held_one: 'Your tasks keep running, and your held seat stays held for {{time}}.',
    held_other:
      'Your tasks keep running, and your {{seats}} held seats stay held; the next expires in {{time}}.',
    tries_one: 'Tried once.',
    tries_other: 'Tried {{count}} times.',
    again: 'Trying again…',
    nextTry: 'Next automatic attempt in {{time}}.',
    previousRelease: 'Give the previous release',
    registry: {
      missing: 'The modules could not be listed, so their pages are missing here.',
      outdated: 'The server did not list the modules. These are from your last visit.',
      empty: 'The server lists no modules.',
      retry: 'Retry',
    },
    titles: { tasks: 'Tasks', tickets: 'Tickets', admin: 'Administration' },
  },
};
