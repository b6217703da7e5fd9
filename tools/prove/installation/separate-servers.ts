/**
 * Two servers, three workers, the sandbox and a database, as docs/operate/install.md starts them by hand: the browser suite
 * starts this program when `SEPARATE_SERVERS` is set. It reads DEMO, MODULES and WEB_DIR. It sends its parent the addresses and
 * accounts, then the process ids whenever one of them changes; it ends with its parent.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { modules } from '../../start/modules.mjs';
import { DEMO_OWNER_EMAIL } from '../../start/services.ts';
import { root } from '../../start/settings.mjs';
import { CleanupStack } from './cleanup-stack.ts';
import { type Installation, startInstallation } from './installation.ts';

const POLL_MS = 50;
const folder = mkdtempSync(path.join(tmpdir(), 'tessera-separate-servers-'));
const resolve = (file: string): string => path.join(root, file);
const owner = { email: DEMO_OWNER_EMAIL, password: randomBytes(15).toString('base64url') };
const {
  DEMO = 'on',
  MODULES = modules.map((name) => resolve(`apps/${name}/dist/module.json`)).join(','),
  WEB_DIR = resolve('apps/shell/dist'),
} = process.env;
const cleanup = new CleanupStack();
let stopping: Promise<void> | null = null;

function stop(): Promise<void> {
  stopping ??= (async () => {
    await cleanup.run();
    rmSync(folder, { recursive: true, force: true });
  })();
  return stopping;
}
for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const)
  process.on(event, () => void stop().then(() => process.exit(0)));

/** The current process ids by service. */
const listProcesses = ({ bffs, workers, postgres }: Installation) => ({
  server: bffs.flatMap(({ program }) => program.pid ?? []),
  worker: workers.flatMap(({ program }) => program.pid ?? []),
  postgres: postgres.pid(),
});

try {
  const installation = await startInstallation(
    {
      folder,
      postgresFolder: path.join(folder, 'postgres'),
      log: (line) => console.log(line),
      serverEnv: (sandboxUrl) => ({
        DEMO,
        // As with `npm start`: the suite registers accounts.
        REGISTRATION: 'open',
        SANDBOX_URL: sandboxUrl,
        DEMO_OWNER_EMAIL: owner.email,
        DEMO_OWNER_PASSWORD: owner.password,
        WEB_DIR,
        MODULES,
      }),
    },
    cleanup,
  );
  const urls = installation.bffs.map(({ url }) => url);
  const { front, sandboxUrl, admin } = installation;
  process.send?.({ urls, url: front?.url ?? urls[0], sandboxUrl, admin, owner });
  let sent = '';
  const sendProcesses = () => {
    const processes = listProcesses(installation);
    if (JSON.stringify(processes) === sent) return;
    sent = JSON.stringify(processes);
    process.send?.({ processes });
  };
  sendProcesses();
  const polling = setInterval(sendProcesses, POLL_MS);
  cleanup.defer(() => {
    clearInterval(polling);
    return Promise.resolve();
  });
} catch (error) {
  console.error(error);
  await stop();
  process.exitCode = 1;
}
