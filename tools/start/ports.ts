import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the range from which systems take the ports of outgoing connections, so that it stays free over a restart. */
const LOWEST = 15_000;
const HIGHEST = 30_000;

/** Whether one can listen on `port` at `host`. */
export function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((settle) => {
    const probe = createServer();
    probe.once('error', () => settle(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => settle(true)));
  });
}

/** A port on which nothing listens at present. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port, host)) return port;
  }
}

const FIRST_PORT = 3000;

/** The ports that were asked for, else the first free ones from 3000 on. */
export async function choosePorts(asked: {
  host: string;
  port: number | null;
  sandboxPort: number | null;
}): Promise<{ port: number; sandboxPort: number }> {
  const port = asked.port ?? (await nextFree(FIRST_PORT, asked.host, asked.sandboxPort));
  const sandboxPort = asked.sandboxPort ?? (await nextFree(port + 1, asked.host, port));
  return { port, sandboxPort };
}

async function nextFree(from: number, host: string, not: number | null): Promise<number> {
  for (let port = from; port <= 65_535; port++) if (port !== not && (await isFree(port, host))) return port;
  throw new Error(`No port from ${from} on is free.`);
}
