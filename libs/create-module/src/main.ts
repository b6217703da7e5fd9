#!/usr/bin/env node
// `npm create tessera-module my-module`: writes a new module into a folder and installs what it needs.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createModule } from './create.ts';
import { UsageError } from './names.ts';

const usage = `Usage: npm create tessera-module <name> -- [options]

  --title <text>         display name; derived from the name by default
  --owner <text>         the team that answers for it; "<title> team" by default
  --dir <folder>         where to create it; a folder of its name by default
  --packages <folder>    install the product's packages from packed files (.tgz) of this folder;
                         --registry-folder is the same
  --no-install           only write the files
  --help                 this text`;

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        title: { type: 'string' },
        owner: { type: 'string' },
        dir: { type: 'string' },
        packages: { type: 'string' },
        'registry-folder': { type: 'string' },
        'no-install': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    return { ...values, packages: values.packages ?? values['registry-folder'], names: positionals };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** The folder of this package: the compiled file and the source are both one folder below it. */
const packageFolder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

function main(): number {
  const { names, help, ...values } = readArguments();
  if (help) {
    console.log(usage);
    return 0;
  }
  const [name] = names;
  if (name === undefined || names.length > 1) throw new UsageError(`Name one module.\n\n${usage}`);
  const target = path.resolve(values.dir ?? name);
  const { version } = JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  createModule({
    name,
    target,
    ...(values.title !== undefined && { title: values.title }),
    ...(values.owner !== undefined && { owner: values.owner }),
    ...(values.packages !== undefined && { packages: path.resolve(values.packages) }),
    templates: path.join(packageFolder, 'template'),
    release: `^${version}`,
  });
  const shown = path.relative(process.cwd(), target) || '.';
  console.log(`Created the module ${name} in ${shown}.`);
  if (!values['no-install']) {
    console.log('Installing what it needs …');
    const { status, error } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], {
      cwd: target,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    if (error ?? status !== 0) {
      console.error(`npm install failed: see above. The files are there; run npm install in ${shown} again.`);
      return 1;
    }
  }
  console.log(`
Next:
  cd ${shown}${values['no-install'] ? '\n  npm install' : ''}
  npm test                     lint, types, tests, build and contract
  npm run dev                  the console with this module and mock data, with hot reload
  npx tessera-module keygen    the key that signs its releases`);
  return 0;
}

try {
  process.exitCode = main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
