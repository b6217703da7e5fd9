import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { transformSync } from '@swc/core';

/**
 * Evaluates a TypeScript or JavaScript file as it is now and returns its exports.
 *
 * @param load gives the exports of what the file imports statically; dynamic imports stay as they are
 */
export function evaluateFile(file: string, load: (request: string) => unknown): unknown {
  const { code } = transformSync(readFileSync(file, 'utf8'), {
    filename: file,
    swcrc: false,
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: file.endsWith('x') },
      transform: { react: { runtime: 'automatic' } },
    },
    module: { type: 'commonjs', ignoreDynamic: true },
  });
  const module: { exports: unknown } = { exports: {} };
  const run = vm.runInThisContext(`(function (module, exports, require) {${code}\n})`, {
    filename: file,
  }) as (...scope: unknown[]) => void;
  run(module, module.exports, load);
  return module.exports;
}
