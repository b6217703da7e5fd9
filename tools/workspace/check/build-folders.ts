import { execFile } from 'node:child_process';
import { linkSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../start/settings.mjs';

/** Makes a folder with hard links of another one's files, which takes no space and has no other real path. */
export function linkTree(from: string, to: string): void {
  if (!statSync(from).isDirectory()) return linkSync(from, to);
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) linkTree(path.join(from, name), path.join(to, name));
}

/** Builds the app in a folder for production; returns the content of its files by name. */
export async function buildApp(folder: string): Promise<Map<string, Buffer>> {
  const webpack = path.join(root, 'node_modules/webpack-cli/bin/cli.js');
  await promisify(execFile)(process.execPath, [webpack, '--mode=production'], { cwd: folder });
  return contentOf(path.join(folder, 'dist'));
}

/** The content of a folder's files by name. */
export function contentOf(folder: string): Map<string, Buffer> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(path.join(folder, name)).isFile()).sort();
  return new Map(files.map((name) => [name, readFileSync(path.join(folder, name))]));
}

/** The names of the files that only one of two builds has, or that differ. */
export function differingFiles(first: Map<string, Buffer>, second: Map<string, Buffer>): string[] {
  const names = new Set([...first.keys(), ...second.keys()]);
  return [...names].filter((name) => !second.get(name)?.equals(first.get(name) ?? Buffer.of()));
}
