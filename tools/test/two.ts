/**
 * `npm run e2e:two`: the browser suite's flow over two servers and three workers on one database, as docs/operations.md
 * has them started by hand. Needs a build.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Closing } from '../chaos/closing.ts';
import { startStage } from '../chaos/stage.ts';
import { DEMO_OWNER_EMAIL, remotes } from '../start/services.ts';
import { root } from '../start/settings.mjs';
import { findBrowser } from './browser.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'tessera-two-'));
const at = (file: string): string => path.join(root, file);
const owner = { DEMO_OWNER_EMAIL, DEMO_OWNER_PASSWORD: randomBytes(15).toString('base64url') };
const closing = new Closing();
let ending: Promise<void> | null = null;

function end(): Promise<void> {
  ending ??= (async () => {
    await closing.all();
    rmSync(folder, { recursive: true, force: true });
  })();
  return ending;
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void end().then(() => process.exit(1)));

try {
  const browser = await findBrowser(console.log);
  console.log('Starting a database, two servers, three workers and the sandbox.');
  const stage = await startStage(
    {
      folder,
      postgres: path.join(folder, 'postgres'),
      servers: (sandboxUrl) => ({
        ...owner,
        DEMO: 'on',
        SANDBOX_URL: sandboxUrl,
        WEB_DIR: at('apps/shell/dist'),
        MODULES: remotes.map((name) => at(`apps/${name}/dist/module.json`)).join(','),
      }),
    },
    closing,
  );
  const suite = spawn(process.execPath, [at('node_modules/jest/bin/jest.js'), 'flow'], {
    cwd: at('apps/e2e'),
    stdio: 'inherit',
    env: {
      ...process.env,
      ...owner,
      NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
      CHROMIUM: browser,
      CONSOLE_URLS: stage.bffs.map(({ url }) => url).join(','),
      SANDBOX_URL: stage.sandboxUrl,
      ADMIN_EMAIL: stage.admin.email,
      ADMIN_PASSWORD: stage.admin.password,
    },
  });
  const [code] = (await once(suite, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} finally {
  await end();
}
