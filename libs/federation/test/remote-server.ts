import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ModuleRelease } from '../src';

/** How the test server of a remote behaves. */
export type ServerState = 'well' | 'dead' | 'hanging' | 'tampered manifest' | 'tampered entry' | 'gone';

const sri = (algorithm: string, content: string) =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;

const entry = 'var mf_tasks;';
const manifest = JSON.stringify({
  metaData: { remoteEntry: { name: 'remoteEntry.js', path: '' } },
  exposes: [],
  fingerprints: { 'remoteEntry.js': sri('sha384', entry) },
});

/** An HTTP server with a manifest and an entry, whose state the test sets. */
export class RemoteServer {
  state: ServerState = 'well';
  private server!: Server;

  async start(): Promise<void> {
    this.server = createServer((request, response) => {
      if (this.state === 'dead') return void request.socket.destroy();
      if (this.state === 'hanging') return;
      if (this.state === 'gone') return void response.writeHead(404).end('not here');
      const isManifest = request.url === '/mf-manifest.json';
      const tampered = this.state === (isManifest ? 'tampered manifest' : 'tampered entry');
      response.end((isManifest ? manifest : entry) + (tampered ? ' ' : ''));
    });
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  release(): ModuleRelease {
    return {
      name: 'mf-tasks',
      title: 'Tasks',
      version: '1.0.0',
      channel: 'stable',
      manifest_url: `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/mf-manifest.json`,
      integrity: sri('sha256', manifest),
      routes: [{ path: '/tasks', action: 'read', reach: 'own' }],
      nav: [],
    };
  }
}
