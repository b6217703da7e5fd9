import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ReleaseManifest, signedText } from '@tessera/domain/module-release';
import type { ModulePublisher, ModuleRelease } from '../src';

/** How the test server of a module behaves. */
export type ServerState = 'well' | 'dead' | 'hanging' | 'gone';

/** A publisher's key pair. */
export interface TestKey {
  id: string;
  publicKey: string;
  privateKey: KeyObject;
}

export function makeKey(id: string): TestKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const bytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  return { id, publicKey: bytes.toString('base64'), privateKey };
}

/** The announced publisher of a key. */
export const publisherOf = ({ id, publicKey }: TestKey, modules: string[]): ModulePublisher => ({
  key: id,
  public_key: publicKey,
  modules,
});

export const sha256 = (content: string): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

const sampleFiles = {
  'mf-manifest.json': JSON.stringify({
    metaData: {
      globalName: 'mf_tasks',
      publicPath: 'auto',
      remoteEntry: { name: 'remoteEntry.js', path: '', type: 'global' },
    },
    exposes: [],
    shared: [],
  }),
  'remoteEntry.js': 'var mf_tasks;',
  'js/remote.js': 'self.webpackChunk = [];',
  'css/remote.css': '.page { color: inherit }',
  'assets/plan.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

/** A module's release and how its server answers; `serves` replaces the content of files that it lists. */
export interface TestRelease {
  release: ModuleRelease;
  manifest: ReleaseManifest;
  files: Record<string, string>;
}

/** A signed release of mf-tasks with one file of each kind; `changes` overrides its module.json. */
export function makeRelease(
  key: TestKey,
  changes: Partial<ReleaseManifest> = {},
  files: Record<string, string> = {},
): TestRelease {
  const content = { ...sampleFiles, ...files };
  const manifest: ReleaseManifest = {
    format: 1,
    name: 'mf-tasks',
    title: 'Tasks',
    owner: 'Desk team',
    version: '1.0.0',
    shell: '^1.0.0',
    packages: {},
    uses: {},
    permissions: ['read:own'],
    routes: [{ path: '/tasks', action: 'read', reach: 'own' }],
    nav: [],
    first: ['remoteEntry.js', 'js/remote.js'],
    files: Object.fromEntries(Object.entries(content).map(([file, text]) => [file, sha256(text)])),
    ...changes,
  };
  const text = JSON.stringify(manifest);
  const release: ModuleRelease = {
    name: 'mf-tasks',
    title: 'Tasks',
    owner: 'Desk team',
    version: '1.0.0',
    channel: 'stable',
    base_url: `/modules/mf-tasks/${manifest.version}-${sha256(text).slice(7, 15).replaceAll(/\W/g, '')}/`,
    integrity: sha256(text),
    signature: sign(null, Buffer.from(signedText(text)), key.privateKey).toString('base64'),
    key: key.id,
    routes: manifest.routes,
    nav: manifest.nav,
    slots: manifest.slots ?? [],
  };
  return { release, manifest, files: { ...content, 'module.json': text } };
}

/**
 * An HTTP server with the files of releases, whose state the test sets. `install` sends the page's requests of its own
 * origin to it.
 */
export class RemoteServer {
  state: ServerState = 'well';
  /** How many of the next requests end without an answer. */
  interruptions = 0;
  /** The paths that were requested. */
  readonly requests: string[] = [];
  private readonly files = new Map<string, string>();
  private server!: Server;

  async start(): Promise<void> {
    this.server = createServer((request, response) => {
      const path = request.url ?? '';
      this.requests.push(path);
      if (this.state === 'dead' || this.interruptions-- > 0) return void request.socket.destroy();
      if (this.state === 'hanging') return;
      const content = this.state === 'gone' ? undefined : this.files.get(path);
      if (content === undefined) return void response.writeHead(404).end('not here');
      response.end(content);
    });
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Sends requests of the page's origin to this server, over a real connection. */
  install(): void {
    const send = globalThis.fetch;
    const own = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation((input, init) =>
        send((input instanceof Request ? input.url : String(input)).replace(location.origin, own), init),
      );
  }

  /** Serves a release; `tampered` replaces the content of files after they were listed and signed. */
  serve({ release, files }: TestRelease, tampered: Record<string, string> = {}): ModuleRelease {
    this.state = 'well';
    this.interruptions = 0;
    this.requests.length = 0;
    for (const [file, content] of Object.entries({ ...files, ...tampered }))
      this.files.set(release.base_url + file, content);
    return release;
  }
}
