/**
 * `npm run prove -- packages`: installs the libraries' packages in a folder outside the workspace, with everything else from the
 * registry, and uses each entry there: type-checked as a bundler and as Node resolves it, and rendered in a test.
 */
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { nxEnvironment } from '../../start/prepare/build.mjs';
import { endSteps, run } from '../../start/prepare/run.mjs';
import { root } from '../../start/settings.mjs';
import { readPackage } from '../../workspace/packages/compile.ts';
import { Scratch } from '../installation/scratch.ts';
import { step } from './step.ts';

/** What the folder outside needs beside the packages, as a module's package.json would list it. */
const registryPackages = [
  '@emotion/react',
  '@emotion/styled',
  '@swc/core',
  '@swc/jest',
  '@tanstack/react-query',
  '@testing-library/dom',
  '@testing-library/jest-dom',
  '@testing-library/react',
  '@testing-library/user-event',
  '@types/jest',
  '@types/react',
  '@types/react-dom',
  'jest',
  'jest-environment-jsdom',
  'react',
  'react-dom',
  'react-hook-form',
];

const env = {
  ...nxEnvironment(),
  NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
};
await using scratch = new Scratch('packages');
scratch.defer(endSteps);
const outside = scratch.folder;
await step('package the libraries', () =>
  run('npx', ['nx', 'run-many', '-t', 'package'], { cwd: root, env }),
);
writeFolder();
await step('install them', () => runOutside('npm', 'install', '--no-audit', '--no-fund'));
for (const resolution of ['bundler', 'nodenext'] as const)
  await step(`check types as ${resolution} resolves them`, () => checkTypes(resolution));
await step('render pages', () => runOutside('npx', 'jest'));
await step('run the command', () => runOutside('npx', 'tessera-module', '--help'));

/** Writes what is to be installed, the uses to check, and an import of every entry. */
function writeFolder(): void {
  cpSync(path.join(import.meta.dirname, 'outside/packages'), outside, { recursive: true });
  const { dependencies, devDependencies, overrides } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string>> & { overrides: object };
  const versions = new Map(Object.entries({ ...devDependencies, ...dependencies }));
  const tarballs = path.join(root, 'dist/packages');
  const packages = globSync('libs/*/package.json', { cwd: root })
    .map((file) => readPackage(path.join(root, path.dirname(file))))
    .filter((one) => !one.private);
  const content = {
    private: true,
    type: 'module',
    dependencies: {
      ...Object.fromEntries(registryPackages.map((name) => [name, versions.get(name)])),
      ...Object.fromEntries(
        packages.map(({ name, version }) => {
          const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
          return [name, `file:${path.join(tarballs, file)}`];
        }),
      ),
    },
    overrides,
  };
  writeFileSync(path.join(outside, 'package.json'), JSON.stringify(content, null, 2));
  const entries = packages.flatMap(({ name, exports = {} }) =>
    Object.entries(exports)
      // Settings for tools have no types.
      .filter(([, target]) => typeof target !== 'string')
      .map(([entry]) => name + entry.slice(1)),
  );
  writeFileSync(
    path.join(outside, 'entries.ts'),
    entries.map((entry, i) => `export * as entry${i} from '${entry}';\n`).join(''),
  );
  console.log(`${packages.length} packages with ${entries.length} entries in ${outside}`);
}

/**
 * Checks the types of the uses, and of the packages' own declarations. Those of the registry's packages are not ours to
 * check.
 */
function checkTypes(resolution: 'bundler' | 'nodenext'): void {
  const { config } = ts.readConfigFile(path.join(outside, 'tsconfig.json'), (file) =>
    ts.sys.readFile(file),
  ) as {
    config: { compilerOptions: object };
  };
  const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
  Object.assign(config.compilerOptions, { module, moduleResolution: resolution });
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, outside);
  const host = ts.createCompilerHost(options);
  const errors = ts
    .getPreEmitDiagnostics(ts.createProgram(fileNames, options, host))
    .filter(({ file }) => !/\/node_modules\/(?!@tessera\/)/.test(file?.fileName ?? ''));
  if (errors.length > 0) throw new Error(ts.formatDiagnostics(errors, host));
}

function runOutside(program: string, ...args: string[]): Promise<void> {
  return run(program, args, { cwd: outside, env });
}
