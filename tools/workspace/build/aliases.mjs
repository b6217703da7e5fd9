// The workspace libs' import names as webpack aliases, from tsconfig.base.json, so that names live in one place.
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../../..');
const { paths } = JSON.parse(readFileSync(path.join(root, 'tsconfig.base.json'), 'utf8')).compilerOptions;

export const aliases = Object.fromEntries(
  Object.entries(paths)
    .filter(([name]) => name.startsWith('@tessera/'))
    .map(([name, [file]]) => [`${name}$`, path.join(root, file)]),
);
