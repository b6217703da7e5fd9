import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Closing } from '../../chaos/closing.ts';
import { productNode } from '../../start/prepare/node.mjs';
import { npm } from '../../start/prepare/npm.mjs';
import { run } from '../../start/prepare/run.mjs';
import { startServer } from '../servers.ts';

const source = path.join(import.meta.dirname, 'reference');

/**
 * Installs the reference's packages, which are no part of the product, builds and starts it; answers its address. All of
 * it lies in the bench's own folder.
 */
export async function startReference(folder: string, databaseUrl: string, closing: Closing): Promise<string> {
  const home = path.join(folder, 'reference');
  mkdirSync(home);
  for (const file of ['package.json', 'package-lock.json', 'list.mjs', 'index.html'])
    cpSync(path.join(source, file), path.join(home, file));
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  await npm(productNode(), ['ci', ...quiet], home);
  await run(productNode(), [path.join(source, 'build.mjs'), home], { cwd: home });
  const server = await startServer([path.join(source, 'server.ts')], {
    DATABASE_URL: databaseUrl,
    WEB_DIR: path.join(home, 'dist'),
  });
  closing.add(server.stop);
  return `http://127.0.0.1:${server.port}/`;
}
