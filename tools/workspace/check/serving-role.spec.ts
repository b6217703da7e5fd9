import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../start/settings.mjs';

const tools = path.join(root, 'tools');
const sources = readdirSync(tools, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.spec)\.ts$/.test(file))
  .map((file) => [file, readFileSync(path.join(tools, file), 'utf8')] as const)
  .filter(([, source]) => /start(Postgres|Installation)\(/.test(source));

/** Uses of the table owner's address, except in one-shot jobs that migrate or restore. */
const ownersUse = (source: string): string[] =>
  source
    .split('\n')
    .filter((line) => /\bpostgres\.url\b/.test(line))
    .map((line) => line.trim())
    .filter(
      (line) =>
        !/^(env: \{ PATH: process\.env\.PATH, DATABASE_URL: postgres\.url \},|await migrate\(|const owner = )/.test(
          line,
        ),
    );

test('every tool starts servers as the role that owns no tables', () => {
  expect(sources.length).toBeGreaterThan(4);
  expect(sources.map(([file, source]) => [file, ownersUse(source)])).toEqual(
    sources.map(([file]) => [file, []]),
  );
});
