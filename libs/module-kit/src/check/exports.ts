import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { evaluateFile } from '../build/evaluate.ts';
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

/** Evaluates a module's own files, each once. */
class Evaluation {
  private readonly loaded = new Map<string, unknown>();

  load(file: string): unknown {
    if (!this.loaded.has(file)) {
      // A file that is imported by what it imports is not evaluated again.
      this.loaded.set(file, anyValue);
      this.loaded.set(file, this.evaluate(file));
    }
    return this.loaded.get(file);
  }

  private evaluate(file: string): unknown {
    if (file.endsWith('.json')) return JSON.parse(readFileSync(file, 'utf8'));
    return evaluateFile(file, (request) => {
      const found = request.startsWith('.') && resolve(path.resolve(path.dirname(file), request));
      return found ? this.load(found) : anyValue;
    });
  }
}

/** The file that an import means; undefined for one that isn't a script, such as a style sheet. */
const resolve = (base: string): string | undefined =>
  [base, ...endings.map((ending) => base + ending)].find(
    (file) => /\.(?:[jt]sx?|json)$/.test(file) && existsSync(file) && statSync(file).isFile(),
  );

/** A Proxy that returns itself for every access, call and construction. */
const anyValue: unknown = new Proxy(function use() {}, {
  get: (target, name) => {
    if (name === 'prototype') return target.prototype as unknown;
    // Neither a promise nor something with a conversion of its own.
    return name === 'then' || typeof name === 'symbol' ? undefined : anyValue;
  },
  apply: () => anyValue,
  construct: () => ({}),
});
