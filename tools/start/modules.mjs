// The modules of this workspace, so that a new one needs no change of the tools.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './settings.mjs';

/** The names of the folders of `apps` that hold a module, in alphabetical order. */
export const modules = readdirSync(path.join(root, 'apps'))
  .filter((name) => name.startsWith('mf-') && existsSync(path.join(root, 'apps', name, 'module.json')))
  .sort();

/** Their built manifests, as the server's setting MODULES takes them. */
export const builtModules = modules.map((name) => path.join(root, `apps/${name}/dist/module.json`)).join(',');
