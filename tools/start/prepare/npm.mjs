// npm as a child process on a Node of our choice.
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { run } from './run.mjs';

/** npm's own program: the one that started us, else the one beside this Node. */
function npmProgram() {
  const candidates = [
    process.env.npm_execpath,
    path.join(path.dirname(realpathSync(process.execPath)), '../lib/node_modules/npm/bin/npm-cli.js'),
    path.join(path.dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js'),
    '/usr/share/nodejs/npm/bin/npm-cli.js',
  ];
  return candidates.find((file) => file?.endsWith('npm-cli.js') && existsSync(file));
}

/**
 * Runs npm; rejects with its output when it fails.
 * @param {string} node the Node that npm and the packages' scripts run on
 * @param {string[]} args
 * @param {string} cwd
 */
export function npm(node, args, cwd) {
  const program = npmProgram();
  const env = {
    ...process.env,
    PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}`,
  };
  return program ? run(node, [program, ...args], { cwd, env }) : run('npm', args, { cwd, env });
}
