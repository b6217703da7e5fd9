import { createServer } from 'node:net';
import { refusal } from '../failure.ts';

const TRIES = 50;

/** The first free port from `preferred` on. */
export async function freePort(preferred: number): Promise<number> {
  for (let port = preferred; port < preferred + TRIES; port++) if (await isFree(port)) return port;
  throw refusal(`No port from ${preferred} to ${preferred + TRIES - 1} is free`);
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
