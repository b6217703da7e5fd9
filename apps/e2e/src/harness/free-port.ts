import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral ports, and outside the range from which a product takes its database's port. */
const LOWEST = 11_000;
const PORTS_PER_WORKER = 2_000;

const chosen = new Set<number>();

/**
 * Returns an unused port, and none twice: who chose one may not listen yet. A service may be without its port for a
 * while, before it starts or between two lives, so each of Playwright's parallel workers chooses from its own range.
 */
export async function freePort(): Promise<number> {
  const lowest = LOWEST + Number(process.env.TEST_PARALLEL_INDEX ?? 0) * PORTS_PER_WORKER;
  for (;;) {
    const port = randomInt(lowest, lowest + PORTS_PER_WORKER);
    if (chosen.has(port)) continue;
    chosen.add(port);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen({ port, host: '127.0.0.1', exclusive: true });
  try {
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return true;
  } catch {
    return false;
  }
}
