import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.resolve(__dirname, '../../..');
const scripts = pathToFileURL(path.join(root, 'libs/federation/webpack/scripts.mjs')).href;
let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'build-errors-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Builds the folder's page.tsx in a process of its own, whose environment asks for native call stacks, and returns the errors. */
const buildErrors = (): string =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import webpack from 'webpack';
       import { scripts } from '${scripts}';
       const config = { mode: 'development', context: '${folder}', entry: './page.tsx', module: { rules: [scripts] } };
       webpack(config, (_, stats) => console.log(stats.toString({ preset: 'errors-only', colors: false })));`,
    ],
    { cwd: root, encoding: 'utf8', env: { ...process.env, RUST_BACKTRACE: '1' } },
  );

test('shows the line of a mistake, and no call stack of the compiler', () => {
  writeFileSync(path.join(folder, 'page.tsx'), 'export const page = ((<div />;\n');
  const errors = buildErrors();
  expect(errors).toContain("Expected ',', got ';'");
  expect(errors).toContain('export const page = ((<div />;');
  expect(errors).not.toMatch(/backtrace|<unknown>/i);
});
