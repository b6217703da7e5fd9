/** No source file over 300 lines, unless its first lines say why ("Over 300 lines because …"). */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../start/settings.mjs';

const LIMIT = 300;
const REASON = /over 300 lines because/i;

const files = globSync('{apps,libs,tools}/**/*.{ts,tsx,mjs,cjs,css}', {
  cwd: root,
  exclude: (name) => /(^|\/)(node_modules|dist|generated|tmp|coverage)(\/|$)/.test(name),
});
if (files.length === 0) throw new Error('Found no source files.');

const long = files
  .map((file) => ({ file, lines: readFileSync(path.join(root, file), 'utf8').trimEnd().split('\n') }))
  .filter(({ lines }) => lines.length > LIMIT && !REASON.test(lines.slice(0, 5).join('\n')));

for (const { file, lines } of long)
  console.error(
    `${file} has ${lines.length} lines: split it, or say at its top why it is over ${LIMIT} lines.`,
  );
if (long.length === 0) console.log(`${files.length} files, none over ${LIMIT} lines without its reason`);
process.exitCode = long.length === 0 ? 0 : 1;
