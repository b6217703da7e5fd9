import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../start/settings.mjs';

it('docs/security.md names tests and files that exist', () => {
  const page = readFileSync(path.join(root, 'docs/security.md'), 'utf8');
  const named = [...page.matchAll(/`([\w./-]+\.(?:ts|json))`/g)].map(([, file]) => file ?? '');
  const files = globSync('{apps,libs,tools}/**/*.{ts,json}', {
    cwd: root,
    exclude: (name) => /node_modules|dist/.test(name),
  });
  const missing = named.filter((file) => !files.some((found) => `/${found}`.endsWith(`/${file}`)));
  expect(named.length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});
