export const account = {
  theme: {
    title: 'Theme',
    light: 'Light',
    dark: 'Dark',
    system: 'System',
  },
  profile: {
    roles: { admin: 'Administrator', realm_owner: 'Realm owner', realm_user: 'Realm user' },
    realm: 'Realm',
    allRealms: 'All realms',
    noRealm: 'None yet',
  },
  rehearsal: {
    region: 'Rehearsal',
    title: 'Rehearsal',
    named: 'Rehearsal: {{name}}',
    text: 'Nothing here is real.',
    leave: 'Leave rehearsal',
    pageTitle: 'Rehearsal · {{title}}',
  },
  realmSuspended: {
    title: 'This realm is suspended',
    text: 'An administrator suspended it: you can read everything, but nothing can be changed and no task runs. Ask an administrator to activate it.',
  },
  realmWaiting: {
    title: 'Waiting for an administrator',
    text: 'Your account is ready but has no realm yet, so your lists are empty. An administrator has to assign it to a realm. You can stay signed in: the realm’s data then appears here.',
  },
};
