import { existsSync } from 'node:fs';
import path from 'node:path';
import { refusal } from '../failure.ts';

const page = 'index.html';
/** The shell that comes with this package, and where this workspace builds it. */
const folders = ['../shell', '../../../../apps/shell/dist'].map((folder) =>
  path.resolve(import.meta.dirname, folder),
);

/** The folder of the built shell. */
export function shellFolder(): string {
  const found = folders.find((folder) => existsSync(path.join(folder, page)));
  if (!found) throw refusal('The shell isn’t built: run npx nx build shell');
  return found;
}
