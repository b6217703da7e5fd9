import { connect, type Socket } from 'node:net';
import type { Fixtures } from './fixtures.ts';
import { send } from './http.ts';
import type { Result } from './probe.ts';

const CONNECTIONS = 5000;
const ADDRESSES = 10;
const REQUESTS = 100;
/** Longest that a slow request may stay open: the server's limit of 30 s, and what it takes to look for them. */
const SLOW_MS = 40_000;

const beginnings = {
  bodies:
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
  heads: 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ',
};

function open(port: number, localAddress: string, text: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress }, () => {
      socket.write(text);
      resolve(socket);
    });
    // A rejected connection is an outcome too.
    socket.on('error', () => resolve(socket));
    socket.resume();
  });
}

/** Opens 5,000 connections from ten addresses that send incomplete requests; checks that others are served. */
export async function manyConnections(fixtures: Fixtures): Promise<Result> {
  const sockets = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, n) =>
      open(fixtures.port, `127.0.0.${10 + (n % ADDRESSES)}`, n % 2 ? beginnings.bodies : beginnings.heads),
    ),
  );
  let failed = 0;
  let longest = 0;
  for (let n = 0; n < REQUESTS; n += 1) {
    const began = performance.now();
    const { status } = await send(fixtures.port, '/api/me', { token: fixtures.token, from: '127.0.0.50' });
    longest = Math.max(longest, performance.now() - began);
    if (status !== 200) failed += 1;
  }
  for (const socket of sockets) socket.destroy();
  return {
    attack: 'many connections',
    tried: `${CONNECTIONS} slow ones from ${ADDRESSES} addresses`,
    outcome: `${REQUESTS - failed} of ${REQUESTS} requests of another client served, the slowest in ${longest.toFixed(0)} ms`,
    passed: failed === 0,
  };
}

/** Sends requests at one byte per second. */
export async function slowRequests(fixtures: Fixtures): Promise<Result[]> {
  return Promise.all(
    Object.entries(beginnings).map(async ([name, text]): Promise<Result> => {
      const began = performance.now();
      const socket = await open(fixtures.port, '127.0.0.60', text);
      const trickle = setInterval(() => socket.write('a'), 1000);
      const ended = await new Promise<boolean>((resolve) => {
        socket.once('close', () => resolve(true));
        setTimeout(() => resolve(false), SLOW_MS).unref();
      });
      clearInterval(trickle);
      socket.destroy();
      const seconds = ((performance.now() - began) / 1000).toFixed(0);
      return {
        attack: `slow ${name}`,
        tried: 'a byte each second',
        outcome: ended ? `ended after ${seconds} s` : `open after ${seconds} s`,
        passed: ended,
      };
    }),
  );
}
