import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { serverCommand } from './server-command.ts';
import { root } from './settings.mjs';

const command = serverCommand.map((argument) => path.relative(root, path.resolve(root, argument)));

test('the image runs the server as the launcher does', async () => {
  const commandText = JSON.stringify(['node', ...command]).replaceAll(',', ', ');
  expect(await readFile(path.join(root, 'Dockerfile'), 'utf8')).toContain(`CMD ${commandText}`);
});

test('docs/operate/install.md starts the server with the same options as the launcher', async () => {
  const commandText = ['node', ...command].join(' ');
  expect(await readFile(path.join(root, 'docs/operate/install.md'), 'utf8')).toContain(commandText);
});
