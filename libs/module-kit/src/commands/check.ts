import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type NamedContract, readContract } from '../check/contract.ts';
import { readExports } from '../check/exports.ts';
import { checkIcons } from '../check/icons.ts';
import { checkOwnedRoutes, checkRelease, findManifests, type FoundManifest } from '../check/releases.ts';
import { checkSource, compareWithExports, type ModuleSource } from '../check/source.ts';
import { defineCommand } from '../command.ts';
import { refusal } from '../failure.ts';
import { manifestFile } from '../release.ts';
import { readAddress } from '../server/address.ts';
import { readToken } from '../server/token.ts';

export default defineCommand({
  usage: '[dist] [--shell URL|FILE] | --modules URL|FOLDER [--shell URL|FILE]',
  help: [
    'Checks the module of this folder and its build, dist by default, against a shell.',
    '--shell URL|FILE       a console, whose modules must not have the same routes, or a shell-contract.json; the shell of this',
    '                       package if left out',
    '--modules URL|FOLDER   checks the shell against the modules of a console or a folder instead: of a console, against what',
    '                       everybody gets and, with a token of a publisher, what its canaries get',
    '--token-file FILE      a file with that token; TESSERA_MODULE_TOKEN if left out',
  ],
  options: { shell: { type: 'string' }, modules: { type: 'string' }, 'token-file': { type: 'string' } },
  positionals: [0, 1],
  run: async ({ values, positionals: [dist = 'dist'], cwd, env, report }) => {
    const shell = await readContract(values.shell, cwd);
    const manifests =
      values.modules === undefined
        ? [readBuild(path.resolve(cwd, dist), dist)]
        : await findManifests(
            values.modules,
            cwd,
            await tokenFor(values.modules, values['token-file'], env, cwd),
          );
    const problems = [
      ...(values.modules === undefined ? checkFolder(cwd) : []),
      ...manifests.flatMap((manifest) => checkRelease(manifest, shell.contract)),
      ...(values.modules === undefined ? await checkRoutes(manifests, values.shell) : []),
    ];
    for (const problem of problems) report.line(`- ${problem}`);
    if (problems.length > 0)
      throw refusal(`${countOf(problems.length, 'problem')} with ${nameOf(shell)}: see above`);
    report.line(`${countOf(manifests.length, 'module')} and ${nameOf(shell)} fit together`);
    return { modules: manifests.length, shell: shell.contract.version, problems };
  },
});

/** Compares the build's routes with those of a running console's modules. */
async function checkRoutes(
  manifests: readonly FoundManifest[],
  shell: string | undefined,
): Promise<string[]> {
  if (shell === undefined || !/^https?:/.test(shell)) return [];
  const problems = await Promise.all(manifests.map((manifest) => checkOwnedRoutes(manifest, new URL(shell))));
  return problems.flat();
}

/** The token that was given; it is sent by https, or to this computer. */
async function tokenFor(
  modules: string,
  file: string | undefined,
  env: NodeJS.ProcessEnv,
  cwd: string,
): Promise<string | undefined> {
  const isGiven = file !== undefined || Boolean(env.TESSERA_MODULE_TOKEN);
  if (!isGiven || !/^https?:/.test(modules)) return undefined;
  readAddress(modules, env);
  return readToken(file, env, cwd);
}

/** Checks the sources of the module in a folder. */
function checkFolder(dir: string): string[] {
  const source = JSON.parse(readFileSync(path.join(dir, manifestFile), 'utf8')) as ModuleSource;
  return [
    ...checkSource(source),
    ...checkIcons(source, dir),
    ...compareWithExports(source, readExports(dir)),
  ];
}

function readBuild(folder: string, shown: string): { from: string; text: string } {
  const file = path.join(folder, manifestFile);
  if (!existsSync(file)) throw refusal(`${shown} holds no ${manifestFile}: build the module first`);
  return { from: `${shown}/${manifestFile}`, text: readFileSync(file, 'utf8') };
}

const nameOf = ({ contract, from }: NamedContract): string => `shell contract ${contract.version} (${from})`;

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
