/**
 * Two servers, three workers, the sandbox and a database, as docs/operations.md has them started by hand: what the browser
 * suite starts for itself when `BY_HAND` is set. Heeds DEMO and MODULES. Tells its parent over the channel where all of it
 * is, and its processes whenever one of them is another; ends with it.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Closing } from '../chaos/closing.ts';
import { startStage, type Stage } from '../chaos/stage.ts';
import { DEMO_OWNER_EMAIL, remotes } from '../start/services.ts';
import { root } from '../start/settings.mjs';

const LOOK_MS = 50;
const folder = mkdtempSync(path.join(tmpdir(), 'tessera-by-hand-'));
const at = (file: string): string => path.join(root, file);
const owner = { email: DEMO_OWNER_EMAIL, password: randomBytes(15).toString('base64url') };
const { DEMO = 'on', MODULES = remotes.map((name) => at(`apps/${name}/dist/module.json`)).join(',') } =
  process.env;
const closing = new Closing();
let ending: Promise<void> | null = null;

function end(): Promise<void> {
  ending ??= (async () => {
    await closing.all();
    rmSync(folder, { recursive: true, force: true });
  })();
  return ending;
}
for (const reason of ['SIGINT', 'SIGTERM', 'disconnect'] as const)
  process.on(reason, () => void end().then(() => process.exit(0)));

/** The processes that there are at present, by what they do. */
const processesOf = ({ bffs, workers, postgres }: Stage) => ({
  server: bffs.flatMap(({ program }) => program.pid ?? []),
  worker: workers.flatMap(({ program }) => program.pid ?? []),
  postgres: postgres.pid(),
});

try {
  const stage = await startStage(
    {
      folder,
      postgres: path.join(folder, 'postgres'),
      say: (line) => console.log(line),
      servers: (sandboxUrl) => ({
        DEMO,
        // As `npm start` has it: the suite registers people.
        REGISTRATION: 'open',
        SANDBOX_URL: sandboxUrl,
        DEMO_OWNER_EMAIL: owner.email,
        DEMO_OWNER_PASSWORD: owner.password,
        WEB_DIR: at('apps/shell/dist'),
        MODULES,
      }),
    },
    closing,
  );
  const urls = stage.bffs.map(({ url }) => url);
  process.send?.({ urls, sandboxUrl: stage.sandboxUrl, admin: stage.admin, owner });
  let told = '';
  const tell = () => {
    const processes = processesOf(stage);
    if (JSON.stringify(processes) === told) return;
    told = JSON.stringify(processes);
    process.send?.({ processes });
  };
  tell();
  const looking = setInterval(tell, LOOK_MS);
  closing.add(() => Promise.resolve(clearInterval(looking)));
} catch (error) {
  console.error(error);
  await end();
  process.exitCode = 1;
}
