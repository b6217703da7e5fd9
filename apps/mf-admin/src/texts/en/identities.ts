/** Events, logins and accounts that turned out to be one. */
export const identities = {
  title: 'Shared identities',
  noun: 'shared identities',
  empty: 'No two events, logins or accounts share an identity.',
  search: 'Guid, address or e-mail',
  loading: 'Loading the shared identity',
  identity: 'Shared identity',
  what: 'Shared by',
  seats: 'Seats',
  decided: 'Decided',
  decidedBy: 'Decided by',
  states: { undecided: 'To decide', merged: 'Merged', apart: 'Kept apart', settled: 'Settled' },
  kinds: { event: 'Events', login: 'Logins', account: 'Accounts' },
  counts: {
    event_one: '{{count, number}} event',
    event_other: '{{count, number}} events',
    login_one: '{{count, number}} login',
    login_other: '{{count, number}} logins',
    account_one: '{{count, number}} account',
    account_other: '{{count, number}} accounts',
  },
  shared: {
    guid: 'The same guid',
    address: 'The same address',
    customer: 'The same customer',
    email: 'The same e-mail',
  },
  explained: {
    event:
      'These events count together: a customer has one limit for all of them, the lowest. Merge them if they are one event; keep them apart only if the site sells them as different events.',
    login: 'These logins are one customer to the site, and share one limit per event.',
    account:
      'These accounts have the same e-mail, so only one of them can sign in. Choose which one stays in use.',
  },
  notApart: {
    login:
      'A purchase limit needs one customer per supporter id or e-mail. If these are different people, correct the supporter id or e-mail of one login.',
    account:
      'Two accounts can’t sign in by one e-mail. If these are different people, give one of them another e-mail first.',
  },
  boughtHeld: '{{bought}} bought, {{held}} held',
  limit: 'limit {{limit}}',
  deleted: 'Deleted; its seats still count',
  meetsNoMore: 'No longer shares this identity',
  stays: 'Stays',
  more_one: 'and {{count, number}} more',
  more_other: 'and {{count, number}} more',
  keep: 'Keep this one',
  keepNamed: 'Keep this one: {{name}} ({{id}})',
  keepTitle: 'Keep {{name}}?',
  confirm: 'One customer',
  confirmTitle: 'Are these one customer?',
  mergeBody: {
    event:
      'The other events are closed: nothing new starts for them. Tasks, seats and purchases stay where they are, and all events share one limit per customer, the lowest. You can take this back.',
    login: 'Nothing changes: the logins share one limit already, and stay in use. You can take this back.',
    account:
      'The other accounts are disabled and signed out. Nothing of theirs is deleted, and you can take this back.',
  },
  apart: 'Keep apart',
  apartTitle: 'Keep these events apart?',
  apartBody:
    'Each event then has its own limit per customer. Do this only if the site sells them as different events: of one event, a customer could buy more than the site allows.',
  takeBack: 'Take back',
  merged: 'Merged',
  keptApart: 'Kept apart',
  takenBack: 'Decision taken back',
  restored: 'Decision restored',
  undecided_one:
    '{{count, number}} identity is shared by several events, logins or accounts, and waits for your decision.',
  undecided_other:
    '{{count, number}} identities are shared by several events, logins or accounts, and wait for your decision.',
  decide: 'Decide',
};
