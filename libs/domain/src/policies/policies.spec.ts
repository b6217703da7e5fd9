import * as domain from '../index';

const { roles, taskStatuses } = domain;
const MINUTE = 60_000;
const events = [null, 1, 2].map((created_by_realm_id) => ({ created_by_realm_id }));
const changed = (isAdmin: boolean, realmId: number | null) =>
  events.map((event) => domain.mayChangeEvent({ isAdmin, realmId }, event));
const setField = (field: (typeof domain.adminEventFields)[number]) =>
  [false, true].flatMap((isAdmin) =>
    [true, false].map((isNew) => domain.maySetEventField(isAdmin, field, isNew)),
  );
const sent = (role: domain.Role) => [
  ...(['self', 'realm', 'all'] as const).map((to) => domain.maySendTo(role, to)),
  ...['job_finished', 'security'].map((topic) => domain.maySendTopic(role, topic)),
];
const reversed = (viewer: number | null, confirmed_by: number | null) =>
  [0, 15 * MINUTE - 1, 15 * MINUTE].map((age_ms) =>
    domain.mayReverseWithoutReason(viewer, { confirmed_by, age_ms }),
  );

test.each<[string, boolean[], string]>([
  [
    'the roles that an administrator assigns',
    roles.map((role) => domain.mayGrant('admin', role)),
    'yes yes yes',
  ],
  [
    'the roles that an owner assigns',
    roles.map((role) => domain.mayGrant('realm_owner', role)),
    'no yes yes',
  ],
  ['the roles that a user assigns', roles.map((role) => domain.mayGrant('realm_user', role)), 'no no yes'],
  [
    'own and other accounts that a user manages',
    [1, 2].map((id) => domain.mayManageAccount(1, id)),
    'no yes',
  ],
  [
    'roles for whom an active realm is read-only',
    roles.map((role) => domain.isReadOnly(role, false)),
    'no no no',
  ],
  [
    'roles for whom a suspended realm is read-only',
    roles.map((role) => domain.isReadOnly(role, true)),
    'no yes yes',
  ],
  ['commands that start tasks', domain.taskCommands.map(domain.isStarting), 'yes no no yes'],
  ['events that an administrator changes', changed(true, null), 'yes yes yes'],
  ['events that realm 1 changes', changed(false, 1), 'no yes no'],
  ['events that a user without a realm changes', changed(false, null), 'no no no'],
  ['who sets the limit of new and existing events', setField('max_per_customer'), 'no no yes yes'],
  ['who sets the guid of new and existing events', setField('guid'), 'yes no yes yes'],
  ['who sets the site of new and existing events', setField('site_id'), 'yes no yes yes'],
  [
    'pending, used, revoked and expired invitations that are revoked',
    ['pending', 'used', 'revoked', 'expired'].map((status) => domain.mayRevokeInvitation({ status })),
    'yes no no no',
  ],
  [
    'statuses of tasks with which a job moves',
    taskStatuses.map((status) => domain.mayMoveJob({ counts: { idle: 1, [status]: 1 } })),
    'yes yes no no no no no no no no no',
  ],
  [
    'statuses of tasks with which a job is deleted',
    taskStatuses.map((status) => domain.mayDeleteJob({ counts: { bought: 1, [status]: 1 } })),
    'no no no no no no no yes yes yes yes',
  ],
  [
    'a job without tasks',
    [domain.mayMoveJob, domain.mayDeleteJob].map((may) => may({ counts: {} })),
    'yes yes',
  ],
  ['audiences and topics of an administrator', sent('admin'), 'yes yes yes yes yes'],
  ['audiences and topics of an owner', sent('realm_owner'), 'yes yes no yes no'],
  ['audiences and topics of a user', sent('realm_user'), 'yes no no yes no'],
  [
    'active, used and cancelled tickets whose status changes',
    ['ACTIVE', 'USED', 'CANCELLED'].map((status) => domain.mayMarkTicket({ status })),
    'yes no no',
  ],
  ['own records reversed without a reason', reversed(1, 1), 'yes yes no'],
  ["other people's records reversed without a reason", reversed(1, 2), 'no no no'],
  [
    "workers' records reversed without a reason",
    [...reversed(1, null), ...reversed(null, null)],
    'no no no no no no',
  ],
])('%s', (_title, answers, expected) => {
  expect(answers.map((answer) => (answer ? 'yes' : 'no')).join(' ')).toBe(expected);
});

test('lets expired seats be recorded as paid for ten minutes', () => {
  expect(domain.lateUntil(MINUTE)).toBe(11 * MINUTE);
});
