import { connect, createServer, type Server, type Socket } from 'node:net';
import { type Duplex, PassThrough } from 'node:stream';

/**
 * A proxy to Postgres that can be cut, and opened again on the same port. `forget`: existing connections stay open but silent,
 * like those of a machine that has lost power. `vanish`: the same, and new connections are refused.
 */
export interface DatabaseProxy {
  url: string;
  cut(): Promise<void>;
  open(): Promise<void>;
  forget(): void;
  vanish(): void;
}

/** Opens a proxy to the Postgres of `databaseUrl`, whose answers pass through what `answers` makes for each connection. */
export async function openProxy(
  databaseUrl: string,
  responses: () => Duplex = () => new PassThrough(),
): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const silenced = new Set<Socket>();
  let server: Server;
  let port = 0;
  const open = () =>
    new Promise<void>((resolve, reject) => {
      server = createServer((client) => {
        const upstream = connect(Number(target.port), target.hostname);
        for (const [one, other] of [
          [client, upstream],
          [upstream, client],
        ] as const) {
          sockets.add(one);
          one.on('error', () => other.destroy());
          one.on('close', () => {
            sockets.delete(one);
            if (!silenced.has(one)) other.destroy();
          });
        }
        client.pipe(upstream).pipe(responses()).pipe(client);
      });
      server.on('error', reject);
      server.listen(port, '127.0.0.1', () => {
        port = (server.address() as { port: number }).port;
        resolve();
      });
    });
  const forget = () => {
    for (const socket of sockets) silenced.add(socket.unpipe().resume());
  };
  await open();
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    open,
    forget,
    vanish: () => {
      forget();
      server.close();
    },
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
