import type { Check } from '../checks.ts';
import { expectNone } from '../checks.ts';
import type { Composed } from './composed.ts';

/** What an image may add to the one it begins with. */
const LIMIT_MB = 250;
/** What each image begins with, as Dockerfile says. */
const BASES: Record<string, string> = {
  bff: 'node:24-bookworm-slim',
  worker: 'node:24-bookworm-slim',
  sandbox: 'node:24-bookworm-slim',
  shell: 'nginxinc/nginx-unprivileged:1.28-alpine',
};
const megabytes = (bytes: number): number => Math.round(bytes / 1e6);

/** Builds every target of Dockerfile and measures what each adds to its base. */
export async function buildImages(composed: Composed): Promise<Check[]> {
  const { engine } = composed;
  const built = await composed.run('docker compose --profile "*" build');
  if (built.code !== 0) throw new Error(`docker compose build: ${built.code}\n${built.stderr.slice(-4_000)}`);
  const version = await versionOf(composed);
  const sizeOf = async (image: string) =>
    Number(await engine.ok(['image', 'inspect', '-f', '{{.Size}}', image]));
  const sizes: string[] = [];
  const tooLarge: string[] = [];
  for (const [name, base] of Object.entries(BASES)) {
    const added = megabytes((await sizeOf(`tessera/${name}:${version}`)) - (await sizeOf(base)));
    sizes.push(`${name} ${added} MB`);
    if (added > LIMIT_MB) tooLarge.push(`${name}: ${added} MB`);
  }
  for (const name of ['mf-tasks', 'mf-tickets', 'mf-admin'])
    sizes.push(
      `${name} ${megabytes((await sizeOf(`tessera/${name}:${version}`)) - (await sizeOf('busybox:1.37')))} MB`,
    );
  return [expectNone(`images add at most ${LIMIT_MB} MB to their base`, tooLarge, sizes.join(', '))];
}

async function versionOf(composed: Composed): Promise<string> {
  const { stdout } = await composed.run('docker compose config --format json');
  const image = (JSON.parse(stdout) as { services: { bff: { image: string } } }).services.bff.image;
  return image.slice(image.indexOf(':') + 1);
}
