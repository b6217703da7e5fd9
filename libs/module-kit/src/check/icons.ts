import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { ModuleSource } from './source.ts';

/** Lists the menu entries whose icon Lucide doesn't have; the build draws icons from there. */
export function checkIcons({ nav }: Pick<ModuleSource, 'nav'>, dir: string): string[] {
  const names = iconNames(dir);
  return nav
    .filter(({ icon }) => !names.has(icon))
    .map(({ label, icon }) => `The menu entry ${label} names the icon ${icon}, which Lucide doesn't have.`);
}

/** The names of all icons; the list has a line for each: `"name": () => import(…),`. */
function iconNames(dir: string): Set<string> {
  const list = path.join(path.dirname(locate(dir)), 'dist/esm/dynamicIconImports.mjs');
  return new Set(
    [...readFileSync(list, 'utf8').matchAll(/["']?([a-z0-9-]+)["']?:\s*\(\)\s*=>/g)].map(
      ([, name = '']) => name,
    ),
  );
}

/** The module's own Lucide, else the one that this program depends on. */
function locate(dir: string): string {
  const file = 'lucide-react/dynamicIconImports.mjs';
  try {
    return createRequire(path.join(dir, 'module.json')).resolve(file);
  } catch {
    return createRequire(import.meta.url).resolve(file);
  }
}
