import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the range of ephemeral ports, so that a port stays free during a restart. */
const LOWEST = 15_000;
const HIGHEST = 30_000;

/** Returns whether `port` is free at `host`. */
function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((settle) => {
    const probe = createServer();
    probe.once('error', () => settle(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => settle(true)));
  });
}

const chosen = new Set<number>();

/** Returns a random free port, and none twice: who chose one may not listen yet. */
export async function freePort(
  host = '127.0.0.1',
  { lowest = LOWEST, highest = HIGHEST } = {},
): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    if (chosen.has(port)) continue;
    chosen.add(port);
    if (await isFree(port, host)) return port;
  }
}

const FIRST_PORT = 3000;

/** Returns the configured ports, else the first free ones from 3000. */
export async function choosePorts(settings: {
  host: string;
  port: number | null;
  sandboxPort: number | null;
}): Promise<{ port: number; sandboxPort: number }> {
  const port = settings.port ?? (await nextFreePort(FIRST_PORT, settings.host, settings.sandboxPort));
  const sandboxPort = settings.sandboxPort ?? (await nextFreePort(port + 1, settings.host, port));
  return { port, sandboxPort };
}

async function nextFreePort(firstPort: number, host: string, excluded: number | null): Promise<number> {
  for (let port = firstPort; port <= 65_535; port++)
    if (port !== excluded && (await isFree(port, host))) return port;
  throw new Error(`There is no free port from ${firstPort}.`);
}
