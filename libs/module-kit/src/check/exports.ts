import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { transformSync } from '@swc/core';
import type { ExportedModule } from './source.ts';

const endings = ['.tsx', '.ts', '.jsx', '.js', '.json', '/index.tsx', '/index.ts'];

/**
 * Reads what a module's `src/remote.tsx` exports, without a browser: the file and the module's own files that it imports are
 * evaluated, everything from packages is replaced by a value that accepts any use, and pages are never rendered.
 */
export function readExports(dir: string, entry = 'src/remote.tsx'): ExportedModule {
  const { default: exported } = new Evaluation().load(path.join(dir, entry)) as { default?: ExportedModule };
  if (!exported || !Array.isArray(exported.routes))
    throw new Error(`${entry} has no default export with a name and routes`);
  return exported;
}

/** Evaluates files as CommonJS modules, each once. */
class Evaluation {
  private readonly loaded = new Map<string, { exports: unknown }>();

  load(file: string): unknown {
    const known = this.loaded.get(file);
    if (known) return known.exports;
    const module: { exports: unknown } = { exports: {} };
    this.loaded.set(file, module);
    const text = readFileSync(file, 'utf8');
    if (file.endsWith('.json')) {
      module.exports = JSON.parse(text);
      return module.exports;
    }
    const require = (request: string): unknown => {
      if (!request.startsWith('.')) return anyValue;
      const found = resolve(path.resolve(path.dirname(file), request));
      return found ? this.load(found) : anyValue;
    };
    const run = vm.runInThisContext(`(function (module, exports, require) {${compile(file, text)}\n})`, {
      filename: file,
    }) as (...scope: unknown[]) => void;
    run(module, module.exports, require);
    return module.exports;
  }
}

/** The file that an import means; undefined for one that isn't a script, such as a style sheet. */
const resolve = (base: string): string | undefined =>
  [base, ...endings.map((ending) => base + ending)].find(
    (file) => /\.(?:[jt]sx?|json)$/.test(file) && existsSync(file) && statSync(file).isFile(),
  );

const compile = (filename: string, text: string): string =>
  transformSync(text, {
    filename,
    swcrc: false,
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: filename.endsWith('x') },
      transform: { react: { runtime: 'automatic' } },
    },
    module: { type: 'commonjs', ignoreDynamic: true },
  }).code;

/** Can be called, constructed, extended, and asked for any property, and gives itself each time. */
const anyValue: unknown = new Proxy(function use() {}, {
  get: (target, name) => {
    if (name === 'prototype') return target.prototype as unknown;
    // Neither a promise nor something with a conversion of its own.
    return name === 'then' || typeof name === 'symbol' ? undefined : anyValue;
  },
  apply: () => anyValue,
  construct: () => ({}),
});
