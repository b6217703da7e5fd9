import {
  findForeignRoutes,
  findIncompatibilities,
  readShellContract,
  type VersionRules,
} from './module-compatibility';
import type { ReleaseManifest, ShellContract } from './module-release';

/** Knows only carets, for versions from 1.0.0. */
const versions: VersionRules = {
  validRange: (range) => (range.startsWith('^') ? range : null),
  satisfies: (version, range) => {
    const [major, minor = 0] = range.slice(1).split('.').map(Number);
    const [providedMajor, providedMinor = 0] = version.split('.').map(Number);
    return providedMajor === major && providedMinor >= minor;
  },
};

const contract: ShellContract = {
  version: '1.1.0',
  packages: { '@tessera/ui': '2.1.0', react: '19.2.0' },
  exports: { '@tessera/ui/forms': ['FormDialog', 'TextField'], react: null },
};

const manifest: ReleaseManifest = {
  format: 1,
  name: 'mf-seats',
  title: 'Seats',
  owner: 'Team Seats',
  version: '2.0.0',
  shell: '^1.0.0',
  packages: { '@tessera/ui': '^2.0.0' },
  uses: { '@tessera/ui/forms': ['FormDialog'], react: ['useState'] },
  permissions: [],
  routes: [{ path: '/seats/:seatId', action: null, reach: null }],
  nav: [],
  first: [],
  files: {},
};

const messages = (changes: Partial<ReleaseManifest>) =>
  findIncompatibilities({ ...manifest, ...changes }, contract, versions).map(({ message }) => message);

describe('the compatibility of a release with a shell', () => {
  it('is given when its ranges and names are provided', () => {
    expect(messages({})).toEqual([]);
    expect(messages({ packages: { '@tessera/ui': '^2.1.0' } })).toEqual([]);
    expect(messages({ uses: { '@tessera/ui/forms': ['*'] } })).toEqual([]);
  });

  it.each<[Partial<ReleaseManifest>, string]>([
    [{ shell: '^2.0.0' }, 'mf-seats 2.0.0 needs the shell contract ^2.0.0; the shell provides 1.1.0'],
    [{ shell: 'x' }, 'shell is x, which is no range of versions'],
    [
      { packages: { '@tessera/ui': '^2.2.0' } },
      'mf-seats 2.0.0 needs @tessera/ui ^2.2.0; the shell provides 2.1.0',
    ],
    [
      { packages: { '@tessera/ui': '^1.3.0' } },
      'mf-seats 2.0.0 needs @tessera/ui ^1.3.0; the shell provides 2.1.0',
    ],
    [
      { packages: { '@tessera/ui': '^3.0.0' } },
      'mf-seats 2.0.0 needs @tessera/ui ^3.0.0; the shell provides 2.1.0',
    ],
    [
      { packages: { '@tessera/maps': '^1.0.0' } },
      "mf-seats 2.0.0 needs @tessera/maps ^1.0.0; the shell doesn't provide it",
    ],
    [
      { packages: { constructor: '^1.0.0' } },
      "mf-seats 2.0.0 needs constructor ^1.0.0; the shell doesn't provide it",
    ],
    [
      { uses: { '@tessera/ui/forms': ['FormDialog', 'DateField', 'SeatField'] } },
      "mf-seats 2.0.0 imports DateField and SeatField from @tessera/ui/forms, which the shell's version doesn't export",
    ],
    [
      { uses: { '@tessera/ui/maps': ['Map'] } },
      "mf-seats 2.0.0 imports from @tessera/ui/maps, which the shell doesn't provide",
    ],
  ])('is refused for %j with a sentence', (changes, message) => {
    expect(messages(changes)).toEqual([message]);
  });
});

describe("a release's routes", () => {
  const owners = new Map([['users', 'mf-admin']]);
  const foreign = (path: string, name = 'mf-seats') =>
    findForeignRoutes({ ...manifest, name, routes: [{ path, action: null, reach: null }] }, owners);

  it('may be below any free first segment, and below the own one', () => {
    expect(foreign('/seats/:seatId')).toEqual([]);
    expect(foreign('/users/archive', 'mf-admin')).toEqual([]);
  });

  it.each([
    ['/users/archive', 'mf-admin'],
    ['/account/people', 'the shell'],
    ['/dashboard', 'the shell'],
    ['/api/tasks', 'the shell'],
    ['/', 'the shell'],
  ])("can't include %s", (path, owner) => {
    const [segment] = path.slice(1).split('/');
    expect(foreign(path)).toEqual([
      {
        field: 'routes.0.path',
        message: `mf-seats 2.0.0 can't have the route ${path}: /${segment} belongs to ${owner}`,
      },
    ]);
  });
});

describe('reading a shell-contract.json', () => {
  it('gives its content', () => {
    expect(readShellContract(JSON.stringify(contract))).toEqual(contract);
  });

  it.each(['', 'null', '[]', '{}', '{"version":"1.0.0","packages":[],"exports":{}}'])(
    'refuses %s',
    (text) => {
      expect(readShellContract(text)).toBeNull();
    },
  );
});
