import { checkModule } from '../src/testing.ts';

const route = (path: string, action: string | null = 'read', reach: string | null = 'own') => ({
  path,
  action,
  reach,
});
const source = {
  name: 'mf-parking',
  title: 'Parking',
  owner: 'Parking team',
  routes: [route('/parking'), route('/parking/:lotId')],
  nav: [{ label: 'Parking', path: '/parking', icon: 'car', order: 1 }],
};
const remote = { name: 'mf-parking', routes: [{ path: '/parking' }, { path: '/parking/:lotId' }] };

test('finds nothing wrong with a module that keeps the contract', () => {
  expect(checkModule({ source, remote })).toEqual([]);
});

test('counts children with an absolute path as routes of their own', () => {
  const nested = [
    { path: '/parking', children: [{ index: true }, { path: 'tab' }] },
    { children: [{ path: '/parking/:lotId' }] },
  ];
  expect(checkModule({ source, remote: { ...remote, routes: nested } })).toEqual([]);
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
    "src/remote.tsx exports the route /gates, but module.json doesn't declare it.",
  ],
  [
    'another name',
    { source, remote: { ...remote, name: 'mf-gates' } },
    'src/remote.tsx exports the name mf-gates, but module.json says mf-parking.',
  ],
  [
    'a permission that does not exist',
    { source: { ...source, routes: [route('/parking', 'admin', 'own'), route('/parking/:lotId')] }, remote },
    "module.json: routes.0 needs the permission admin:own, which doesn't exist.",
  ],
  [
    'an action without a reach',
    { source: { ...source, routes: [route('/parking', 'read', null), route('/parking/:lotId')] }, remote },
    "module.json: routes.0 needs the permission read:null, which doesn't exist.",
  ],
  [
    'a menu entry that leads nowhere',
    { source: { ...source, nav: [{ label: 'Gates', path: '/gates', icon: 'car', order: 1 }] }, remote },
    'module.json: nav.0.path leads to /gates, which is no route without parameters.',
  ],
  [
    'a route that is declared twice',
    { source: { ...source, routes: [...source.routes, route('/parking')] }, remote },
    'module.json: routes.2.path repeats the route /parking.',
  ],
])('finds %s', (_, module, sentence) => {
  expect(checkModule(module)).toEqual([sentence]);
});

describe('slots', () => {
  const slot = { id: 'risk', place: 'task.tab', title: 'Risk', action: 'read', reach: 'own' };
  const entry = {
    id: 'find',
    place: 'palette.entry',
    title: 'Find',
    path: '/parking',
    action: null,
    reach: null,
  };
  const withSlots = { ...source, slots: [slot, entry] };
  const exporting = (slots: Record<string, { place: string }>) => ({ ...remote, slots });

  test('are right when each is declared and exported for the same place', () => {
    const module = { source: withSlots, remote: exporting({ risk: { place: 'task.tab' } }) };
    expect(checkModule(module)).toEqual([]);
  });

  test.each([
    [remote, "module.json declares the slot risk, but src/remote.tsx doesn't export it."],
    [
      exporting({ risk: { place: 'job.tab' } }),
      'module.json declares the slot risk for task.tab, but src/remote.tsx exports it for job.tab.',
    ],
    [
      exporting({ risk: { place: 'task.tab' }, other: { place: 'job.tab' } }),
      "src/remote.tsx exports the slot other, but module.json doesn't declare it.",
    ],
  ])('are compared with what is exported', (exported, sentence) => {
    expect(checkModule({ source: withSlots, remote: exported })).toEqual([sentence]);
  });

  test('must be of places that exist', () => {
    const module = {
      source: { ...source, slots: [{ ...slot, place: 'task.menu' }] },
      remote: exporting({ risk: { place: 'task.menu' } }),
    };
    expect(checkModule(module)).toEqual([
      expect.stringMatching(/^module.json: slots.0.place is task.menu, but must be one of/),
    ]);
  });
});

test('checks entities, whose permissions count as needed', () => {
  const write = { action: 'write', reach: 'own' };
  const note = { name: 'note', read: write, write, of: 'task', indexes: ['status'] };
  expect(checkModule({ source: { ...source, entities: [note] }, remote })).toEqual([]);
  expect(checkModule({ source: { ...source, entities: [{ ...note, of: 'seat' }] }, remote })).toEqual([
    expect.stringMatching(/^module.json: entities.0.of is seat, but must be null or one of/),
  ]);
});

test('lets the product’s own modules have pages within the shell’s paths', () => {
  const module = {
    source: { ...source, routes: [...source.routes, route('/account/people')] },
    remote: { ...remote, routes: [...remote.routes, { path: '/account/people' }] },
  };
  expect(checkModule({ ...module, isBundled: true })).toEqual([]);
  expect(checkModule(module)).toEqual([expect.stringMatching(/\/account belongs to the shell/)]);
});
