import { checkModule } from '../src/testing.ts';

const route = (path: string, action: string | null = 'read', reach: string | null = 'own') => ({
  path,
  action,
  reach,
});
const source = {
  name: 'mf-parking',
  routes: [route('/parking'), route('/parking/:lotId')],
  nav: [{ label: 'Parking', path: '/parking', icon: 'car' }],
};
const remote = { name: 'mf-parking', routes: [{ path: '/parking' }, { path: '/parking/:lotId' }] };

test('finds nothing wrong with a module that keeps the contract', async () => {
  expect(await checkModule({ source, remote })).toEqual([]);
});

test('counts children with an absolute path as routes of their own', async () => {
  const nested = [
    { path: '/parking', children: [{ index: true }, { path: 'tab' }] },
    { children: [{ path: '/parking/:lotId' }] },
  ];
  expect(await checkModule({ source, remote: { ...remote, routes: nested } })).toEqual([]);
});

test.each([
  [
    'a declared route that is not exported',
    { source, remote: { ...remote, routes: [{ path: '/parking' }] } },
    "module.json declares the route /parking/:lotId, but src/remote.tsx doesn't export it.",
  ],
  [
    'an exported route that is not declared',
    { source, remote: { ...remote, routes: [...remote.routes, { path: '/gates' }] } },
    "src/remote.tsx exports the route /gates, but module.json doesn't declare it: nobody can open it.",
  ],
  [
    'another name',
    { source, remote: { ...remote, name: 'mf-gates' } },
    'src/remote.tsx exports the name mf-gates, but module.json says mf-parking.',
  ],
  [
    'a permission that does not exist',
    { source: { ...source, routes: [route('/parking', 'admin', 'own'), route('/parking/:lotId')] }, remote },
    'The route /parking requires admin:own, which is no permission: read:own, read:all, write:own, write:all, admin:all.',
  ],
  [
    'an action without a reach',
    { source: { ...source, routes: [route('/parking', 'read', null), route('/parking/:lotId')] }, remote },
    'The route /parking names an action without a reach, or the reverse: give both, or null for both.',
  ],
  [
    'a menu entry that leads nowhere',
    { source: { ...source, nav: [{ label: 'Gates', path: '/gates', icon: 'car' }] }, remote },
    'The menu entry Gates leads to /gates, which is no route of the module.',
  ],
  [
    'a route that is declared twice',
    { source: { ...source, routes: [...source.routes, route('/parking')] }, remote },
    'The route /parking is declared twice.',
  ],
])('finds %s', async (_, module, sentence) => {
  expect(await checkModule(module)).toEqual([sentence]);
});

test('a menu entry may lead to a route with a parameter', async () => {
  const nav = [{ label: 'Lot 3', path: '/parking/3?tab=gates', icon: 'car' }];
  expect(await checkModule({ source: { ...source, nav }, remote })).toEqual([]);
});
