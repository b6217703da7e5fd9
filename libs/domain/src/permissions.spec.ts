import { type Action, can, permissionsOf, type Reach } from './permissions';

const checks: [Action, Reach][] = [
  ['read', 'own'],
  ['read', 'all'],
  ['write', 'own'],
  ['write', 'all'],
  ['admin', 'all'],
];

test.each([
  ['admin', [true, true, true, true, true]],
  ['realm_owner', [true, false, true, false, false]],
  ['realm_user', [true, false, false, false, false]],
])('what a %s may do', (role, expected) => {
  expect(checks.map(([action, reach]) => can(permissionsOf(role), action, reach))).toEqual(expected);
});

test('permissions default to read:own', () => {
  expect(permissionsOf(undefined)).toEqual(['read:own']);
  expect(permissionsOf('somebody')).toEqual(['read:own']);
});

test('admin:all satisfies every check', () => {
  expect(checks.every(([action, reach]) => can(['admin:all'], action, reach))).toBe(true);
});
