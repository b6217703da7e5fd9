import { readFileSync } from 'node:fs';
import path from 'node:path';
import { shellContract } from '@tessera/domain/module-release';
import { root } from '../../start/settings.mjs';

const shared = readFileSync(path.join(root, 'libs/federation/webpack/shared.mjs'), 'utf8');
const { paths } = (
  JSON.parse(readFileSync(path.join(root, 'tsconfig.base.json'), 'utf8')) as {
    compilerOptions: { paths: Record<string, unknown> };
  }
).compilerOptions;

/** Entries for tests, servers and tools, and the messages, which a page loads when it shows some. */
const notShared = /\/(testing|cost|messages|mails|notifications|german|page-headers|module-\w+)$/;

test('shell and modules share every entry of the libraries that pages import', () => {
  const list = /sharedEntries = \[([^\]]*)\]/.exec(shared)?.[1] ?? '';
  const entries = [...list.matchAll(/'([^']+)'/g)].map(([, entry]) => entry);
  expect(entries).toEqual(
    Object.keys(paths)
      .filter((name) => name.startsWith('@tessera/') && !notShared.test(name))
      .sort(),
  );
});

test('modules are built for the contract of this shell', () => {
  expect(shared).toContain(`shellContract = '${shellContract}'`);
});
