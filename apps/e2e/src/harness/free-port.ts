import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports that no system takes for outgoing connections, and a product does not choose for its database. */
const LOWEST = 11_000;
const HIGHEST = 15_000;
const workers = 2;

/**
 * A port that nobody uses. Files run side by side, and a service may be without its port for a while (before its start,
 * between two lives): each of Jest's workers has a part of the range of its own.
 */
export async function freePort(): Promise<number> {
  const size = (HIGHEST - LOWEST) / workers;
  const lowest = LOWEST + ((Number(process.env.JEST_WORKER_ID ?? 1) - 1) % workers) * size;
  for (;;) {
    const port = randomInt(lowest, lowest + size);
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
