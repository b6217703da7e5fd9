import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from './run';

const source = {
  name: 'mf-parking',
  title: 'Parking',
  owner: 'Parking team',
  routes: [{ path: '/parking', action: 'read', reach: 'own' }],
  nav: [{ label: 'Parking', path: '/parking', icon: 'car', order: 1 }],
};
const release = {
  ...source,
  format: 1,
  version: '1.2.0',
  shell: '^1.0.0',
  packages: { '@tessera/ui': '^1.1.0' },
  uses: { '@tessera/ui': ['Page', 'PageHeader'] },
  permissions: ['read:own'],
  first: ['remoteEntry.js'],
  files: Object.fromEntries(
    ['mf-manifest.json', 'remoteEntry.js'].map((file) => [file, `sha256-${'A'.repeat(43)}=`]),
  ),
};
const contract = {
  version: '1.3.0',
  packages: { '@tessera/ui': '1.1.4' },
  exports: { '@tessera/ui': ['Page', 'PageHeader', 'Instant'] },
};
const remote = (routes: string) => `
  import { lazy } from 'react';
  import { parkingRoutes } from './routes';
  import './styles.css';
  const Page = lazy(() => import('./page'));
  export default { name: 'mf-parking', routes: [${routes}] };`;

/** Writes a module's folder, built, with a shell's contract beside it. */
function moduleFolder(changes: Record<string, unknown> = {}): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'check-'));
  const files: Record<string, unknown> = {
    'module.json': source,
    'dist/module.json': release,
    'shell-contract.json': contract,
    'src/remote.tsx': remote('{ path: parkingRoutes.list, element: <Page /> }'),
    'src/routes.ts': "export const parkingRoutes = { list: '/parking' as const };",
    ...changes,
  };
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

const check = (cwd: string, ...args: string[]) =>
  run(['check', ...(args.length > 0 ? args : ['--shell', 'shell-contract.json'])], { cwd });

test('accepts a module that fits, and reads its routes from the files they are in', async () => {
  expect(await check(moduleFolder())).toMatchObject({
    code: 0,
    out: '1 module and shell contract 1.3.0 (shell-contract.json) fit together',
  });
});

test.each([
  [
    'a shell of another major version',
    { 'shell-contract.json': { ...contract, version: '2.0.0' } },
    'mf-parking 1.2.0 needs the shell contract ^1.0.0; the shell provides 2.0.0.',
  ],
  [
    'an older package',
    { 'shell-contract.json': { ...contract, packages: { '@tessera/ui': '1.0.9' } } },
    'mf-parking 1.2.0 needs @tessera/ui ^1.1.0; the shell provides 1.0.9.',
  ],
  [
    'a name that the shell doesn’t export',
    { 'shell-contract.json': { ...contract, exports: { '@tessera/ui': ['Page'] } } },
    "mf-parking 1.2.0 imports PageHeader from @tessera/ui, which the shell's version doesn't export.",
  ],
  [
    'a route that isn’t exported',
    { 'src/remote.tsx': remote('') },
    "module.json declares the route /parking, but src/remote.tsx doesn't export it.",
  ],
  [
    'an icon that doesn’t exist',
    { 'module.json': { ...source, nav: [{ ...source.nav[0], icon: 'no-such-icon' }] } },
    "The menu entry Parking names the icon no-such-icon, which Lucide doesn't have.",
  ],
  [
    'a page of the shell',
    {
      'module.json': { ...source, routes: [...source.routes, { ...source.routes[0], path: '/dashboard' }] },
      'src/remote.tsx': remote("{ path: '/parking' }, { path: '/dashboard' }"),
    },
    "module.json: mf-parking can't have the route /dashboard: /dashboard belongs to the shell.",
  ],
])('refuses %s', async (_, changes, sentence) => {
  const { code, out, err } = await check(moduleFolder(changes));
  expect(code).toBe(1);
  expect(out).toBe(`- ${sentence}`);
  expect(err).toMatch(/1 problem with shell contract/);
});

test('refuses a build of another version than the one of package.json', async () => {
  const { code, out } = await check(moduleFolder({ 'package.json': { version: '1.3.0' } }));
  expect(code).toBe(1);
  expect(out).toBe('- dist is 1.2.0, package.json says 1.3.0: run npm run build.');
});

test('asks to build a module that isn’t built', async () => {
  const { code, err } = await check(moduleFolder(), 'out', '--shell', 'shell-contract.json');
  expect(code).toBe(1);
  expect(err).toMatch(/out holds no module\.json: build the module first/);
});

test('checks a shell against every built module of a folder', async () => {
  const folder = moduleFolder({
    'other/dist/module.json': { ...release, name: 'mf-gates', packages: { '@tessera/ui': '^2.0.0' } },
  });
  const { code, out } = await check(folder, '--modules', '.', '--shell', 'shell-contract.json');
  expect(code).toBe(1);
  expect(out).toBe('- mf-gates 1.2.0 needs @tessera/ui ^2.0.0; the shell provides 1.1.4.');
});

describe('with a running console', () => {
  const answers = new Map<string, unknown>();
  const server = createServer((request, response) => {
    const body = answers.get(request.url ?? '');
    response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body ?? null));
  });
  let address = '';

  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());
  beforeEach(() => answers.clear());

  /** Sets what the console announces to anybody. */
  const announce = (parts: object = {}) =>
    void answers.set('/api/modules', { modules: [], incompatible: [], disabled: [], ...parts });

  test('reads its contract', async () => {
    answers.set('/api/modules/contract', { ...contract, version: '1.9.0' });
    announce();
    expect(await check(moduleFolder(), '--shell', address)).toMatchObject({ code: 0 });
  });

  describe('checks a module against its other modules', () => {
    const routes = [{ path: '/tickets/:id', action: 'read', reach: 'own' }];
    const tickets = { ...source, name: 'mf-tickets', title: 'Tickets', owner: 'Box office', routes, nav: [] };
    const own = { ...source, routes: [{ ...routes[0], path: '/tickets/parking' }], nav: [] };
    const folder = (changes: object = {}) => {
      const built = { ...own, ...changes };
      return moduleFolder({
        'module.json': built,
        'dist/module.json': { ...release, ...built },
        'src/remote.tsx': remote(built.routes.map(({ path }) => `{ path: '${path}' }`).join()),
      });
    };
    beforeEach(() => void answers.set('/api/modules/contract', contract));

    test.each([
      ['gives', { modules: [tickets] }],
      ['has disabled', { disabled: [{ name: 'mf-tickets', paths: ['/tickets'] }] }],
      ['can’t run', { incompatible: [{ name: 'mf-tickets', paths: ['/tickets/:id/seats'] }] }],
    ])('and refuses a route of one that it %s', async (_, announced) => {
      announce(announced);
      const { code, out } = await check(folder(), '--shell', address);
      expect(code).toBe(1);
      expect(out).toBe(
        "- mf-parking 1.2.0 can't have the route /tickets/parking: /tickets belongs to mf-tickets.",
      );
    });

    test('and accepts its own paths, also those that it has beside another module', async () => {
      announce({ modules: [tickets, { ...own, name: 'mf-parking' }] });
      const { code, out } = await check(folder(), '--shell', address);
      expect(code).toBe(0);
      expect(out).toBe(
        `1 module and shell contract 1.3.0 (${address}/api/modules/contract) fit together\n` +
          `Its paths are free at ${address}, whose other modules are mf-tickets`,
      );
    });

    test('and points out a name of another team, and a menu entry that is there twice', async () => {
      const nav = [{ label: 'Parking', path: '/gates', icon: 'car', order: 1 }];
      announce({
        modules: [
          { ...tickets, nav },
          { ...source, owner: 'Facilities' },
        ],
      });
      const { code, out } = await check(moduleFolder(), '--shell', address);
      expect(code).toBe(0);
      expect(out.split('\n').slice(1)).toEqual([
        `Its paths are free at ${address}, whose other modules are mf-tickets`,
        'Note: mf-parking is there already, from Facilities. Only its publisher can publish under this name.',
        'Note: mf-tickets has a menu entry Parking too.',
      ]);
    });

    test('and asks nothing of them for a contract in a file', async () => {
      announce({ modules: [tickets] });
      expect((await check(folder())).code).toBe(0);
    });
  });

  test('checks a shell against the modules that it announces', async () => {
    answers.set('/api/modules', {
      modules: [{ name: 'mf-parking', version: '1.2.0', base_url: '/modules/mf-parking/1.2.0/' }],
    });
    answers.set('/modules/mf-parking/1.2.0/module.json', release);
    const { code } = await check(moduleFolder(), '--modules', address, '--shell', 'shell-contract.json');
    expect(code).toBe(0);
  });

  test('checks a shell against a publisher’s canaries too, with its token', async () => {
    answers.set('/api/modules', { modules: [] });
    answers.set('/api/publishing/modules', [
      {
        name: 'mf-parking',
        releases: [
          { version: '1.3.0', state: 'canary' },
          { version: '1.1.0', state: 'published' },
        ],
      },
    ]);
    const canary = { ...release, version: '1.3.0', packages: { '@tessera/ui': '^1.2.0' } };
    answers.set('/modules/mf-parking/1.3.0/module.json', canary);
    const { out } = await run(['check', '--modules', address, '--shell', 'shell-contract.json'], {
      cwd: moduleFolder(),
      env: { TESSERA_MODULE_TOKEN: 'tp_1' },
    });
    expect(out).toBe('- mf-parking 1.3.0 needs @tessera/ui ^1.2.0; the shell provides 1.1.4.');
  });

  test('says which address doesn’t answer', async () => {
    const { code, err } = await check(moduleFolder(), '--shell', address);
    expect(code).toBe(1);
    expect(err).toContain(`${address}/api/modules/contract answered 404`);
    const nobody = await check(moduleFolder(), '--shell', 'http://127.0.0.1:1');
    expect(nobody.code).toBe(3);
    expect(nobody.err).toMatch(/can't be reached/);
  });
});
