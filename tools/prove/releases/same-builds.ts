/**
 * `npm run prove -- same-builds`: builds the last commit in two folders and compares every file of every app. `npm test` does the same
 * for one small module (module-build.spec.ts).
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { apps } from '../../start/prepare/build.mjs';
import { root } from '../../start/settings.mjs';
import { buildApp, differingFiles, linkTree } from '../../workspace/check/build-folders.ts';
import { Scratch } from '../installation/scratch.ts';

mkdirSync(path.join(root, 'tmp'), { recursive: true });
await using scratch = new Scratch('same-builds', { within: path.join(root, 'tmp') });
const folders = ['a', 'a/deeper/folder/b'].map((name) => path.join(scratch.folder, name));

for (const folder of folders.toReversed()) {
  execFileSync('git', ['clone', '--quiet', root, `${folder}/tessera`]);
  linkTree(path.join(root, 'node_modules'), `${folder}/tessera/node_modules`);
}
let files = 0;
for (const app of apps) {
  const builds: Map<string, Buffer>[] = [];
  for (const folder of folders) builds.push(await buildApp(`${folder}/tessera/apps/${app}`));
  const [first = new Map<string, Buffer>(), second = new Map<string, Buffer>()] = builds;
  const differing = differingFiles(first, second);
  console.log(`${app}: ${first.size} files, ${differing.length} differ`);
  for (const name of differing) console.log(`  ${name}`);
  files += differing.length;
}
process.exitCode = files === 0 ? 0 : 1;
