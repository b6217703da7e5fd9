import { execSync, spawnSync } from 'node:child_process';

/** The command that builds the images of a version, in a checkout of its commit. */
export const buildCommand = (version: string, revision: string): string =>
  `TESSERA_VERSION=${version} docker compose --profile "*" build --build-arg REVISION=${revision}`;

/** Builds every image from a copy of this repository, if a container engine is there; returns what was done or is to be done. */
export function buildImages(copy: string, version: string, revision: string): string {
  const command = buildCommand(version, revision);
  if (spawnSync('docker', ['version'], { stdio: 'ignore' }).status !== 0)
    return `no container engine answers here. By hand, where one does, in a checkout of v${version} with .env: ${command}`;
  // Compose wants a value of what the containers need, though none is started.
  const env = { ...process.env, ADMIN_EMAIL: 'none', VAPID_PUBLIC_KEY: 'none' };
  execSync(command, { cwd: copy, env, stdio: 'inherit' });
  return `built with the tag ${version}`;
}
