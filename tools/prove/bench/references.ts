import { cpSync, existsSync } from 'node:fs';
import path from 'node:path';
import { productNode } from '../../start/prepare/node.mjs';
import { npm } from '../../start/prepare/npm.mjs';

/** Installs what the product is compared with into a temporary folder, since it is no part of the product; returns the folder. */
export async function installReferences(folder: string): Promise<string> {
  const home = path.join(folder, 'references');
  if (existsSync(home)) return home;
  cpSync(path.join(import.meta.dirname, 'references'), home, { recursive: true });
  await npm(productNode(), ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], home);
  return home;
}
