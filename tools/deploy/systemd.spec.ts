import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../start/settings.mjs';

const folder = path.join(root, 'deploy/systemd');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const files = readdirSync(folder).map((file) => ({ file, text: read(`deploy/systemd/${file}`) }));
const documented = new Set(
  [...read('docs/operate/settings.md').matchAll(/^\| `([A-Z][A-Z0-9_]+)`/gm)].map(([, name]) => name),
);

it.each(files)('$file sets only what the documents know', ({ text }) => {
  const names = [...text.matchAll(/(?:^|[ =])([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) =>
    name.replace(/_FILE$/, ''),
  );
  expect(names.filter((name) => !documented.has(name))).toEqual([]);
});

it.each(files)('$file names only secrets that secrets.sh makes', ({ text }) => {
  const script = read('deploy/secrets.sh');
  const secrets = [...text.matchAll(/\/etc\/tessera\/secrets\/(\w+)/g)].map(([, name = '']) => name);
  expect(secrets.filter((name) => !script.includes(name))).toEqual([]);
});

it('gives a server the time of its drain and its shutdown', () => {
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(read('deploy/systemd/tessera-server@.service')) ?? [];
  const [, drainMs] = /^DRAIN_MS=(\d+)$/m.exec(read('deploy/systemd/tessera.env')) ?? [];
  expect(Number(seconds) * 1000).toBeGreaterThan(Number(drainMs) + 15_000);
});
