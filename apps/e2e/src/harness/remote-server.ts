import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { freePort } from './free-port.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const contentTypes: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

/** A remote on its own origin, which can be stopped and started again. */
export interface RemoteServer {
  moduleUrl: string;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Serves `apps/<name>/dist` with CORS. */
export async function serveRemote(name: string): Promise<RemoteServer> {
  const port = await freePort();
  const folder = path.join(root, 'apps', name, 'dist');
  let server: Server | null = null;
  const remote: RemoteServer = {
    moduleUrl: `http://127.0.0.1:${port}/module.json`,
    async start() {
      server = createServer((request, response) => {
        const file = new URL(request.url ?? '/', 'http://remote').pathname;
        readFile(path.join(folder, path.normalize(file))).then(
          (content) =>
            response
              .writeHead(200, {
                'Content-Type': contentTypes[path.extname(file)] ?? 'application/octet-stream',
                'Access-Control-Allow-Origin': '*',
                'Cache-Control': 'no-store',
              })
              .end(content),
          () => response.writeHead(404).end(),
        );
      }).listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    async stop() {
      const closed = once(server?.close() ?? createServer(), 'close');
      server?.closeAllConnections();
      await closed;
    },
  };
  await remote.start();
  return remote;
}
