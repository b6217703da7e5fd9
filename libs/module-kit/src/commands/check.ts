import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isAddress, type NamedContract, readContract } from '../check/contract.ts';
import { readExports } from '../check/exports.ts';
import { checkIcons } from '../check/icons.ts';
import { compareWithNeighbours, readNeighbours } from '../check/neighbours.ts';
import { checkRelease, findManifests, type FoundManifest } from '../check/releases.ts';
import { checkSource, compareWithExports, type ModuleSource } from '../check/source.ts';
import { defineCommand } from '../command.ts';
import { refusal } from '../failure.ts';
import { manifestFile, type ReleaseManifest } from '../release.ts';
import { findStaleVersion } from '../release-folder.ts';
import { readAddress } from '../server/address.ts';
import { readToken } from '../server/token.ts';

export default defineCommand({
  usage: '[dist] [--shell URL|FILE] | --modules URL|FOLDER [--shell URL|FILE]',
  help: [
    'Checks the module of this folder and its build, dist by default, against a shell.',
    '--shell URL|FILE       a console, or a shell-contract.json; the shell of this package if left out. With a console, the',
    '                       paths of the build are compared with those of its other modules too',
    '--modules URL|FOLDER   checks the shell against the modules of a console or a folder instead: of a console, against what',
    '                       everybody gets and, with a token of a publisher, what its canaries get',
    '--token-file FILE      a file with that token; TESSERA_MODULE_TOKEN if left out',
  ],
  options: { shell: { type: 'string' }, modules: { type: 'string' }, 'token-file': { type: 'string' } },
  positionals: [0, 1],
  run: async ({ values, positionals: [dist = 'dist'], cwd, env, report }) => {
    const shell = await readContract(values.shell, cwd);
    const { manifests, problems, notes } =
      values.modules === undefined
        ? await checkModule(cwd, dist, values.shell)
        : {
            manifests: await findManifests(
              values.modules,
              cwd,
              await tokenFor(values.modules, values['token-file'], env, cwd),
            ),
            problems: [],
            notes: [],
          };
    problems.push(...manifests.flatMap((manifest) => checkRelease(manifest, shell.contract)));
    for (const problem of problems) report.line(`- ${problem}`);
    if (problems.length > 0)
      throw refusal(`${countOf(problems.length, 'problem')} with ${nameOf(shell)}: see above`);
    report.line(`${countOf(manifests.length, 'module')} and ${nameOf(shell)} fit together`);
    for (const note of notes) report.line(note);
    return { modules: manifests.length, shell: shell.contract.version, problems, notes };
  },
});

interface Findings {
  manifests: FoundManifest[];
  problems: string[];
  /** What isn't refused. */
  notes: string[];
}

/** Checks the module in a folder: its sources, and its build beside the other modules where the shell is a console's. */
async function checkModule(cwd: string, dist: string, shell: string | undefined): Promise<Findings> {
  const build = readBuild(path.resolve(cwd, dist), dist);
  const stale = findStaleVersion(JSON.parse(build.text) as ReleaseManifest, dist, cwd);
  const problems = [...(stale === null ? [] : [`${stale}.`]), ...checkFolder(cwd)];
  const notes: string[] = [];
  if (shell !== undefined && isAddress(shell)) {
    const compared = compareWithNeighbours(build.text, await readNeighbours(shell));
    problems.push(...compared.problems);
    notes.push(
      describeOthers(new URL(shell).origin, compared.others),
      ...compared.notes.map((note) => `Note: ${note}`),
    );
  }
  return { manifests: [build], problems, notes };
}

const describeOthers = (console: string, others: readonly string[]): string =>
  others.length === 0
    ? `${console} has no other modules`
    : `Its paths are free at ${console}, whose other modules are ${others.join(', ')}`;

/** The token that was given; it is sent by https, or to this computer. */
async function tokenFor(
  modules: string,
  file: string | undefined,
  env: NodeJS.ProcessEnv,
  cwd: string,
): Promise<string | undefined> {
  const isGiven = file !== undefined || Boolean(env.TESSERA_MODULE_TOKEN);
  if (!isGiven || !isAddress(modules)) return undefined;
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

function readBuild(folder: string, shown: string): FoundManifest {
  const file = path.join(folder, manifestFile);
  if (!existsSync(file)) throw refusal(`${shown} holds no ${manifestFile}: build the module first`);
  return { from: `${shown}/${manifestFile}`, text: readFileSync(file, 'utf8') };
}

const nameOf = ({ contract, from }: NamedContract): string => `shell contract ${contract.version} (${from})`;

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
