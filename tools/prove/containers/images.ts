import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import tar from 'tar-stream';
import { type Check, expectNone } from '../checks.ts';
import type { Composed } from './composed.ts';
import type { Engine } from './engine.ts';

/** What an image may add to the one it begins with. */
const LIMIT_MB = 250;
/** What each image begins with, as Dockerfile says. */
const BASES: Record<string, string> = {
  bff: 'node:24-bookworm-slim',
  worker: 'node:24-bookworm-slim',
  sandbox: 'node:24-bookworm-slim',
  shell: 'nginxinc/nginx-unprivileged:1.28-alpine',
  'mf-tasks': 'busybox:1.37',
  'mf-tickets': 'busybox:1.37',
  'mf-admin': 'busybox:1.37',
};
/** The tag of images that are built a second time. */
const AGAIN = '0.0.0-again';
const CONTENTS = 'usr/share/doc/tessera';
/** Packages and compilers that only a build needs. */
const BUILD_TOOLS =
  /node_modules\/(webpack|nx|typescript|jest|eslint|@swc\/core)\/|\/bin\/(g?cc|g\+\+|make)$/;
/** Files that Docker itself writes into each container. */
const OF_DOCKER = /^(\.dockerenv|etc\/(hostname|hosts|resolv\.conf|mtab)|dev\/.*|proc\/.*|sys\/.*)$/;
const megabytes = (bytes: number): number => Math.round(bytes / 1e6);

/** Builds every target of Dockerfile, measures what each adds to its base, and looks at what is in it. */
export async function buildImages(composed: Composed): Promise<Check[]> {
  const { engine } = composed;
  await build(composed);
  const version = await versionOf(composed);
  const sizeOf = async (image: string) =>
    Number(await engine.ok(['image', 'inspect', '-f', '{{.Size}}', image]));
  const sizes: string[] = [];
  const tooLarge: string[] = [];
  const wrong: string[] = [];
  for (const [name, base] of Object.entries(BASES)) {
    const image = `tessera/${name}:${version}`;
    const added = megabytes((await sizeOf(image)) - (await sizeOf(base)));
    sizes.push(`${name} ${added} MB`);
    if (added > LIMIT_MB) tooLarge.push(`${name}: ${added} MB`);
    const label = '{{index .Config.Labels "org.opencontainers.image.version"}}';
    if ((await engine.ok(['image', 'inspect', '-f', label, image])) !== version)
      wrong.push(`${name} has no label with its version`);
    const files = [...(await readFiles(engine, image)).keys()];
    for (const file of ['sbom.cdx.json', 'licenses.md'])
      if (!files.includes(`${CONTENTS}/${file}`)) wrong.push(`${name} lacks ${file}`);
    wrong.push(...files.filter((file) => BUILD_TOOLS.test(file)).map((file) => `${name} has ${file}`));
  }
  return [
    expectNone(`images add at most ${LIMIT_MB} MB to their base`, tooLarge, sizes.join(', ')),
    expectNone('each lists its packages with their licenses, and has no build tools', wrong),
  ];
}

/** Builds every image again without a cache, in the same commit: the files are the same, but for their times. */
export async function rebuildImages(composed: Composed): Promise<Check[]> {
  const { engine } = composed;
  const version = await versionOf(composed);
  // The version is part of nothing but a label.
  await build(composed, AGAIN, '--no-cache');
  const different: string[] = [];
  let count = 0;
  for (const name of Object.keys(BASES)) {
    const first = await readFiles(engine, `tessera/${name}:${version}`);
    const second = await readFiles(engine, `tessera/${name}:${AGAIN}`);
    count += first.size;
    for (const file of new Set([...first.keys(), ...second.keys()]))
      if (first.get(file) !== second.get(file)) different.push(`${name}: ${file}`);
    await engine.ok(['image', 'rm', `tessera/${name}:${AGAIN}`]);
  }
  return [expectNone('a second build has the same files in each image', different, `${count} files`)];
}

async function build(composed: Composed, version?: string, ...options: string[]): Promise<void> {
  const line = ['docker compose --profile "*" build', ...options].join(' ');
  const built = await composed.run(line, version ? { TESSERA_VERSION: version } : {});
  if (built.code !== 0) throw new Error(`${line}: ${built.code}\n${built.stderr.slice(-4_000)}`);
}

/** Every file of an image with what it is: its kind, rights, owner and content. */
async function readFiles(engine: Engine, image: string): Promise<Map<string, string>> {
  const id = await engine.ok(['create', image, 'none']);
  const exported = spawn('docker', ['export', id], { env: engine.env, stdio: ['ignore', 'pipe', 'inherit'] });
  const files = new Map<string, string>();
  for await (const entry of exported.stdout.pipe(tar.extract())) {
    const { name, type, mode, uid, gid, linkname } = entry.header;
    const content = createHash('sha256')
      .update(await buffer(entry))
      .digest('hex');
    if (!OF_DOCKER.test(name)) files.set(name, [type, mode, uid, gid, linkname, content].join(' '));
  }
  await engine.ok(['rm', id]);
  return files;
}

async function versionOf(composed: Composed): Promise<string> {
  const { stdout } = await composed.run('docker compose config --format json');
  const image = (JSON.parse(stdout) as { services: { bff: { image: string } } }).services.bff.image;
  return image.slice(image.indexOf(':') + 1);
}
