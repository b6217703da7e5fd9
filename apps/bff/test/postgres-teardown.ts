import './postgres-setup';
import { once } from 'node:events';
import { rmSync } from 'node:fs';

/** Stops the run's Postgres and removes its folder. */
export default async function teardown(): Promise<void> {
  const started = globalThis.testPostgres;
  if (!started) return;
  const { child, folder } = started;
  child.removeAllListeners('exit');
  if (child.exitCode === null) {
    child.stdin?.end();
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
}
