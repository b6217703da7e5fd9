import type { ReleaseManifest } from './module-release';
import { readManifest } from './module-rules';

const hash = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

const manifest: ReleaseManifest = {
  format: 1,
  name: 'mf-seats',
  title: 'Seats',
  owner: 'Team Seats',
  version: '1.4.0',
  shell: '^1.0.0',
  packages: { '@tessera/ui': '^1.0.0', react: '^19.2.0' },
  uses: { '@tessera/ui/forms': ['FormDialog'], '@tessera/federation/router': ['useParams', '*'] },
  permissions: ['read:own', 'write:own'],
  routes: [
    { path: '/seats', action: 'read', reach: 'own' },
    { path: '/seats/:seatId', action: 'write', reach: 'own', duty: 'pay' },
    { path: '/seats/help', action: null, reach: null },
  ],
  nav: [
    {
      label: 'Seats',
      path: '/seats',
      icon: 'armchair',
      order: 30,
      drawing: [
        ['path', { d: 'M2 9a3 3 0 0 1 0 6v2' }],
        ['circle', { cx: '12', cy: '12', r: '.5', fill: 'currentColor' }],
      ],
    },
  ],
  first: ['main.0123456789abcdef.js'],
  files: {
    'mf-manifest.json': hash,
    'main.0123456789abcdef.js': hash,
    'main.0123456789abcdef.js.br': hash,
    'assets/seat.svg': hash,
  },
};

const read = (changes: object) => readManifest(JSON.stringify({ ...manifest, ...changes }));
const route = (changes: object) => ({
  routes: [{ ...manifest.routes[0], ...changes }],
  permissions: ['read:own'],
});
const slot = (changes: object) => ({
  slots: [{ id: 'risk', place: 'task.tab', title: 'Risk', action: 'read', reach: 'own', ...changes }],
});
const own = (action: string) => ({ action, reach: 'own' });
const note = { name: 'note', read: own('read'), write: own('write'), of: 'task', indexes: ['status'] };
const entity = (changes: object) => ({ entities: [{ ...note, ...changes }] });
const nav = (changes: object) => ({ nav: [{ ...manifest.nav[0], ...changes }] });
const drawn = (...shape: unknown[]) => nav({ drawing: [shape] });
const file = (name: string) => ({ files: { ...manifest.files, [name]: hash } });

describe('reading a module.json', () => {
  it('gives the content of a valid one', () => {
    expect(readManifest(JSON.stringify(manifest, null, 2))).toEqual({ manifest });
  });

  it('accepts slots, whose permissions count as needed', () => {
    const slots = [
      ...slot({ action: 'write', reach: 'all' }).slots,
      { id: 'find', place: 'palette.entry', title: 'Find seats', path: '/seats', action: null, reach: null },
    ];
    const permissions = ['read:own', 'write:own', 'write:all'];
    expect(read({ slots, permissions }).problems).toBeUndefined();
    expect(read({ slots }).problems).toEqual([
      {
        field: 'permissions',
        message: 'permissions must name write:all, which a route, slot or entity needs',
      },
    ]);
  });

  it('accepts entities, whose permissions count as needed', () => {
    const entities = [note, { ...note, name: 'draft', write: own('read'), of: null, indexes: [] }];
    const permissions = ['read:own', 'write:own'];
    expect(read({ entities, permissions }).problems).toBeUndefined();
    expect(read({ ...entity({ write: { action: 'write', reach: 'all' } }), permissions }).problems).toEqual([
      {
        field: 'permissions',
        message: 'permissions must name write:all, which a route, slot or entity needs',
      },
    ]);
  });

  it('accepts an entry below one of another module', () => {
    expect(read(nav({ parent: '/tickets' })).problems).toBeUndefined();
  });

  it.each<[object, string, RegExp]>([
    [{ format: 2 }, 'format', /must be 1/],
    [{ name: 'Seats' }, 'name', /lower-case name/],
    [{ title: '' }, 'title', /one line/],
    [{ title: 'Seats\nand rows' }, 'title', /one line/],
    [{ owner: undefined }, 'owner', /owner is missing/],
    [{ owner: 'x'.repeat(101) }, 'owner', /at most 100/],
    [{ version: '1.4' }, 'version', /semantic version/],
    [{ version: '01.4.0' }, 'version', /semantic version/],
    [{ version: '1.4.0+build.7' }, 'version', /without build metadata/],
    [{ version: '1.4.0/..' }, 'version', /semantic version/],
    [{ shell: '' }, 'shell', /range of versions/],
    [{ packages: { react: 19 } }, 'packages.react', /range of versions/],
    [{ packages: { '../react': '^19.0.0' } }, 'packages.../react', /name of a package/],
    [{ packages: [] }, 'packages', /object/],
    [{ uses: { '@tessera/ui': ['a b'] } }, 'uses.@tessera/ui.0', /imported name/],
    [{ uses: { '@tessera/ui': ['A', 'A'] } }, 'uses.@tessera/ui', /repeat/],
    [
      { permissions: ['read:own', 'write:own', 'admin:own'] },
      'permissions.2',
      /admin:own, which doesn't exist/,
    ],
    [{ permissions: ['read:own'] }, 'permissions', /must name write:own/],
    [
      { permissions: ['read:own', 'write:own', 'admin:all'] },
      'permissions',
      /admin:all, which no route, slot or entity needs/,
    ],
    [{ routes: [] }, 'routes', /at least one/],
    [route({ path: 'seats' }), 'routes.0.path', /absolute path/],
    [route({ path: '/:any' }), 'routes.0.path', /absolute path/],
    [route({ path: '/seats/*' }), 'routes.0.path', /absolute path/],
    [route({ path: '/seats/../users' }), 'routes.0.path', /absolute path/],
    [route({ action: 'own' }), 'routes.0.action', /own:own, which doesn't exist/],
    [route({ action: 'admin' }), 'routes.0.action', /admin:own, which doesn't exist/],
    [route({ reach: null }), 'routes.0.action', /read:null, which doesn't exist/],
    [route({ duty: 'fly' }), 'routes.0.duty', /must be one of pay, /],
    [route({ action: null, reach: null, duty: 'pay' }), 'routes.0.duty', /beside a permission/],
    [route({ element: 'x' }), 'routes.0.element', /not a field/],
    [
      { routes: [...manifest.routes, { path: '/seats/:other', action: 'read', reach: 'own' }] },
      'routes.3.path',
      /repeats the route/,
    ],
    [nav({ path: '/rows' }), 'nav.0.path', /leads to \/rows/],
    [nav({ path: '/seats/:seatId' }), 'nav.0.path', /without parameters/],
    [nav({ order: 0.5 }), 'nav.0.order', /whole number/],
    [nav({ parent: 'jobs' }), 'nav.0.parent', /path of a menu entry/],
    [nav({ parent: '/jobs/:id' }), 'nav.0.parent', /path of a menu entry/],
    [nav({ parent: '/seats' }), 'nav.0.parent', /another entry's path/],
    [
      {
        nav: [
          { ...manifest.nav[0], parent: '/seats/help' },
          { ...manifest.nav[0], path: '/seats/help', parent: '/tickets' },
        ],
      },
      'nav.0.parent',
      /below another entry itself/,
    ],
    [slot({ place: 'task.menu' }), 'slots.0.place', /is task.menu, but must be one of task.tab, job.tab/],
    [slot({ id: '__proto__' }), 'slots.0.id', /lower-case name/],
    [slot({ title: 'Risk\n' }), 'slots.0.title', /one line/],
    [slot({ action: 'admin' }), 'slots.0.action', /admin:own, which doesn't exist/],
    [slot({ path: '/seats' }), 'slots.0.path', /only for a palette.entry/],
    [slot({ place: 'palette.entry', path: '/rows' }), 'slots.0.path', /leads to \/rows/],
    [slot({ place: 'palette.entry' }), 'slots.0.path', /leads to nothing|leads to null/],
    [{ slots: [...slot({}).slots, ...slot({}).slots] }, 'slots', /must not repeat/],
    [{ slots: Array.from({ length: 21 }, () => slot({}).slots[0]) }, 'slots', /at most 20/],
    [entity({ name: 'Note' }), 'entities.0.name', /lower-case name/],
    [entity({ read: 'anybody' }), 'entities.0.read', /must be an object/],
    [entity({ write: own('admin') }), 'entities.0.write.action', /admin:own, which doesn't exist/],
    [entity({ of: 'seat' }), 'entities.0.of', /is seat, but must be null or one of task, job/],
    [entity({ of: undefined }), 'entities.0.of', /of is missing/],
    [entity({ indexes: ['a', 'b', 'c'] }), 'entities.0.indexes', /at most 2/],
    [entity({ indexes: ['a', 'a'] }), 'entities.0.indexes', /must not repeat/],
    [entity({ indexes: ['seat.row'] }), 'entities.0.indexes.0', /name of a field/],
    [{ entities: [note, note] }, 'entities', /must not repeat/],
    [{ entities: Array.from({ length: 11 }, () => note) }, 'entities', /at most 10/],
    [nav({ icon: 'Armchair' }), 'nav.0.icon', /name of an icon/],
    [drawn('script', {}), 'nav.0.drawing.0', /script, but must be one of/],
    [drawn('image', { href: '/x' }), 'nav.0.drawing.0', /image, but/],
    [drawn('path', { onload: 'x' }), 'nav.0.drawing.0.onload', /must not have onload/],
    [drawn('path', { style: 'x' }), 'nav.0.drawing.0.style', /must not have style/],
    [drawn('path', { d: 'url(#x)' }), 'nav.0.drawing.0.d', /must not have d as url/],
    [drawn('circle', { fill: 'url(https://x.example)' }), 'nav.0.drawing.0.fill', /must not have fill/],
    [drawn('path'), 'nav.0.drawing.0', /list of a shape/],
    [{ first: ['other.js'] }, 'first.0', /no script among files/],
    [{ first: ['mf-manifest.json'] }, 'first.0', /no script among files/],
    [{ files: { 'main.0123456789abcdef.js': hash } }, 'files.mf-manifest.json', /must list/],
    [{ files: { ...manifest.files, 'x.js': 'unchecked' } }, 'files.x.js', /fingerprint/],
    [{ files: { ...manifest.files, 'x.js': null } }, 'files.x.js', /fingerprint/],
    [file('MODULE.json'), 'files.MODULE.json', /must not list/],
    [file('module.sig.json'), 'files.module.sig.json', /must not list/],
    [file('Mf-Manifest.json'), 'files.Mf-Manifest.json', /differ only by case/],
    [file('assets'), 'files.assets/seat.svg', /within assets, which is a file/],
    [{ surprise: 1 }, 'surprise', /not a field of module.json/],
  ])('refuses %j and names the field', (changes, field, message) => {
    const { problems = [] } = read(changes);
    expect(problems).toContainEqual({ field, message: expect.stringMatching(message) as string });
  });

  it.each([
    '../x.js',
    'a/../x.js',
    '/x.js',
    './x.js',
    'a//x.js',
    'a\\x.js',
    '.env',
    'a/',
    '',
    'x\0.js',
    'é.js',
    'a/__proto__',
    'c:x',
  ])('refuses the file %j', (name) => {
    expect(read(file(name)).problems).toEqual([
      { field: `files.${name}`, message: expect.stringMatching(/no plain path/) as string },
    ]);
  });

  it.each(['', 'x', '[]', 'null', '"x"', '{"name":"\ud800"}', `"${'x'.repeat(600_000)}"`])(
    'refuses a text that is no module.json',
    (text) => {
      expect(readManifest(text).problems?.length).toBeGreaterThan(0);
    },
  );

  it('names every missing field', () => {
    const { problems = [] } = readManifest('{}');
    expect(problems.map(({ field }) => field)).toEqual(Object.keys(manifest));
  });

  it('reads hostile texts of the largest size without delay', () => {
    const size = 500_000;
    const texts = [
      '['.repeat(size / 2) + ']'.repeat(size / 2),
      JSON.stringify({ ...manifest, ...file('a/'.repeat(size / 2)) }),
      JSON.stringify({ ...manifest, version: `1.0.0-${'0'.repeat(size)}` }),
      JSON.stringify({
        ...manifest,
        files: Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`f${i}`, hash])),
      }),
      JSON.stringify({ ...manifest, permissions: Array.from({ length: 50_000 }, () => 'x') }),
      `{"nav":[{"path":${'['.repeat(200_000)}${']'.repeat(200_000)}}]}`,
    ];
    for (const text of texts) expect(readManifest(text).problems?.length).toBeGreaterThan(0);
  });
});
