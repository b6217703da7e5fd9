import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import { root } from '../../start/settings.mjs';

type Names = Record<string, string>;

interface PackageJson {
  name: string;
  version: string;
  license: string;
  exports?: Record<string, unknown>;
  dependencies?: Names;
  devDependencies?: Names;
  peerDependencies?: Names;
}

const read = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const readPackage = (folder: string) => read(path.join(folder, 'package.json')) as PackageJson;

const workspace = readPackage('.');
const { paths } = (read('tsconfig.base.json') as { compilerOptions: { paths: Record<string, [string]> } })
  .compilerOptions;

const libraries = globSync('libs/*/package.json', { cwd: root })
  .map((file) => path.dirname(file))
  .map((folder) => ({ folder, content: readPackage(folder) }));
const versions: Names = {
  ...workspace.devDependencies,
  ...workspace.dependencies,
  ...Object.fromEntries(libraries.map(({ content }) => [content.name, content.version])),
};

const packageOf = (imported: string): string =>
  imported
    .split('/')
    .slice(0, imported.startsWith('@') ? 2 : 1)
    .join('/');

/** The packages that the sources import, tests aside. */
function importedPackages(folder: string, own: string): string[] {
  const files = globSync('{src,presets}/**/*.{ts,tsx,mjs,cjs}', { cwd: path.join(root, folder) }).filter(
    (file) => !/\.(?:test|spec)\.tsx?$/.test(file),
  );
  const names = files.flatMap((file) =>
    ts
      .preProcessFile(readFileSync(path.join(root, folder, file), 'utf8'), true, true)
      .importedFiles.map(({ fileName }) => fileName),
  );
  const packages = names.filter((name) => !name.startsWith('.') && !isBuiltin(name)).map(packageOf);
  return [...new Set(packages)].filter((name) => name !== own).sort();
}

describe.each(libraries)('$content.name', ({ folder, content }) => {
  const listed = { ...content.dependencies, ...content.peerDependencies };

  it('has an entry for each of its names in tsconfig.base.json', () => {
    const names = Object.keys(paths).filter((name) => packageOf(name) === content.name);
    // An entry without types holds settings, which no source imports.
    const entries = Object.entries(content.exports ?? {}).filter(([, target]) => typeof target === 'object');
    expect(entries.map(([entry]) => content.name + entry.slice(1)).sort()).toEqual(names.sort());
  });

  it('is tested with the versions that it accepts', () => {
    const lowest = Object.entries(listed).map(([name, range]) => [name, range.replace('^', '')]);
    expect(lowest).toEqual(Object.keys(listed).map((name) => [name, versions[name]]));
  });

  it('lists the packages that it imports', () => {
    expect(importedPackages(folder, content.name).filter((name) => !(name in listed))).toEqual([]);
  });

  it('has the license of the workspace, and a changelog that names its version', () => {
    expect(content.license).toBe(workspace.license);
    expect(readFileSync(path.join(root, folder, 'CHANGELOG.md'), 'utf8')).toContain(
      `\n## ${content.version}\n`,
    );
  });
});

test('a library lists no package that neither it nor one of its packages needs', () => {
  const unneeded = libraries
    .filter(({ content }) => content.name.startsWith('@tessera/'))
    .flatMap(({ folder, content }) => {
      const imported = importedPackages(folder, content.name);
      const peers = imported
        .filter((name) => !name.startsWith('@tessera/'))
        .flatMap((name) => Object.keys(readPackage(`node_modules/${name}`).peerDependencies ?? {}));
      const listed = Object.keys({ ...content.dependencies, ...content.peerDependencies });
      return listed
        .filter((name) => !imported.includes(name) && !peers.includes(name))
        .map((name) => `${content.name}: ${name}`);
    });
  expect(unneeded).toEqual([]);
});
