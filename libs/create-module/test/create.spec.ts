import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { shellSegments } from '@tessera/domain/module-compatibility';
import { createModule } from '../src/create.ts';
import { reservedPaths } from '../src/names.ts';

const templates = path.resolve(__dirname, '../template');
const scratch = () => mkdtempSync(path.join(tmpdir(), 'create-module-'));
const create = (target: string, options: Partial<Parameters<typeof createModule>[0]> = {}) =>
  createModule({ name: 'mf-car-parks', target, templates, release: '^2.0.0', ...options });
const read = (target: string, file: string) => readFileSync(path.join(target, file), 'utf8');
const dependenciesOf = (target: string) =>
  (JSON.parse(read(target, 'package.json')) as { devDependencies: Record<string, string> }).devDependencies;

test('names the module in every file, and leaves no name of the template', () => {
  const target = scratch();
  const files = create(target, { owner: 'Parking desk' });
  expect(JSON.parse(read(target, 'module.json'))).toMatchObject({
    name: 'mf-car-parks',
    title: 'Car parks',
    owner: 'Parking desk',
    routes: [{ path: '/car-parks' }],
    nav: [{ label: 'Car parks', path: '/car-parks' }],
  });
  expect(read(target, 'src/remote.tsx')).toContain("path: '/car-parks'");
  expect(files.filter((file) => /sample/i.test(read(target, file)))).toEqual([]);
});

test('gives the mock events dates in the weeks to come', () => {
  const target = scratch();
  create(target, { now: new Date('2031-05-06T22:30:00Z') });
  const events = JSON.parse(read(target, 'mocks/events.json')) as { ko: number | null }[];
  expect(events.map(({ ko }) => ko && new Date(ko * 1_000).toISOString())).toEqual([
    '2031-05-20T15:00:00.000Z',
    '2031-05-27T19:45:00.000Z',
    null,
  ]);
});

test('keeps private keys and the dependencies out of the repository', () => {
  const target = scratch();
  create(target);
  expect(read(target, '.gitignore').split('\n')).toEqual(expect.arrayContaining(['*.pem', 'node_modules/']));
});

test('takes the product’s packages from the registry, or packed from a folder', () => {
  const registry = scratch();
  create(registry);
  expect(dependenciesOf(registry)).toMatchObject({ '@tessera/ui': '^2.0.0', 'tessera-module': '^2.0.0' });

  const packages = scratch();
  for (const name of ['api', 'data-table', 'domain', 'federation', 'ui'])
    writeFileSync(path.join(packages, `tessera-${name}-1.2.0.tgz`), '');
  writeFileSync(path.join(packages, 'tessera-module-1.3.0.tgz'), '');
  writeFileSync(path.join(packages, 'create-tessera-module-1.3.0.tgz'), '');
  const target = path.join(scratch(), 'mf-car-parks');
  create(target, { packages });
  const found = dependenciesOf(target);
  expect(path.resolve(target, (found['@tessera/data-table'] ?? '').replace('file:', ''))).toBe(
    path.join(packages, 'tessera-data-table-1.2.0.tgz'),
  );
  expect(found['tessera-module']).toMatch(/^file:.*\/tessera-module-1\.3\.0\.tgz$/);
});

test('refuses a folder that lacks a package or holds two versions of one', () => {
  const packages = scratch();
  expect(() => create(path.join(scratch(), 'x'), { packages })).toThrow(/has no packed @tessera\/api/);
  for (const version of ['1.0.0', '1.1.0'])
    writeFileSync(path.join(packages, `tessera-api-${version}.tgz`), '');
  expect(() => create(path.join(scratch(), 'x'), { packages })).toThrow(/several versions of @tessera\/api/);
});

test('never writes into a folder that holds something', () => {
  const target = scratch();
  writeFileSync(path.join(target, 'notes.txt'), '');
  expect(() => create(target)).toThrow(/isn't empty/);
  const cloned = scratch();
  mkdirSync(path.join(cloned, '.git'));
  expect(create(cloned)).toContain('module.json');
});

test.each(['Parking', 'mf_parking', '1st', 'a--b', '-a', 'a-', '../a', '', `a${'b'.repeat(40)}`])(
  'refuses %j as a name',
  (name) => {
    expect(() => create(scratch(), { name })).toThrow(/can't be a module's name/);
  },
);

test('refuses a name whose path belongs to the console', () => {
  expect(() => create(scratch(), { name: 'mf-dashboard' })).toThrow(
    /the path \/dashboard belongs to the console/,
  );
  expect(['', ...reservedPaths]).toEqual(shellSegments);
});

test('refuses a title that would break the sources', () => {
  expect(() => create(scratch(), { title: "It's" })).toThrow(/The title/);
  expect(() => create(scratch(), { owner: 'A\nB' })).toThrow(/The owner/);
});

test('installs the versions that the product is built with', () => {
  type Packages = Record<string, Record<string, string>>;
  const product = JSON.parse(
    readFileSync(path.resolve(__dirname, '../../../package.json'), 'utf8'),
  ) as Packages;
  const versions = { ...product.dependencies, ...product.devDependencies, ...product.optionalDependencies };
  const { devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(path.join(templates, 'package/package.json.template'), 'utf8'),
  ) as Packages;
  for (const [name, version] of Object.entries({ ...devDependencies, ...optionalDependencies }))
    expect([name, version]).toEqual([name, versions[name]]);
});
