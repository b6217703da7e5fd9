import path from 'node:path';
import { formatFiles, type Tree } from '@nx/devkit';
import { moduleNames, UsageError } from '../../../../libs/create-module/src/names.ts';
import { scaffold } from '../../../../libs/create-module/src/scaffold.ts';

/** What `npx nx g tessera:module` takes. */
interface ModuleOptions {
  name: string;
  title?: string;
  owner?: string;
}

/** Adds a module to apps/. Nothing else changes: the tools and the server find modules by their folders. */
export default async function generateModule(tree: Tree, { name, ...given }: ModuleOptions): Promise<void> {
  const names = moduleNames(name, given);
  const folder = `apps/${name}`;
  if (tree.exists(folder)) throw new UsageError(`${folder} exists already.`);
  const templates = path.resolve(import.meta.dirname, '../../../../libs/create-module/template');
  for (const [file, text] of scaffold(templates, names, 'workspace')) tree.write(`${folder}/${file}`, text);
  await formatFiles(tree);
}
