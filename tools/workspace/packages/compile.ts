import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from '../../start/settings.mjs';

interface PackageJson {
  name: string;
  version: string;
  /** Not published: for the console's own pages. */
  private?: boolean;
  bin?: Record<string, string>;
  exports?: Record<string, string | { types: string; default: string }>;
}

const libs = path.join(root, 'libs');

const { paths } = (
  JSON.parse(readFileSync(path.join(root, 'tsconfig.base.json'), 'utf8')) as {
    compilerOptions: { paths: Record<string, [string]> };
  }
).compilerOptions;

/** The name under which a source file is imported, by its path. */
const entryNames = new Map(Object.entries(paths).map(([name, [file]]) => [path.join(root, file), name]));

export const readPackage = (lib: string): PackageJson =>
  JSON.parse(readFileSync(path.join(lib, 'package.json'), 'utf8')) as PackageJson;

/**
 * Compiles a library to `dist`: ES modules and their declarations, with every import as Node resolves it. The libraries
 * that it imports are compiled before it.
 *
 * @param lib the library's folder, absolute
 */
export function compile(lib: string): void {
  const dist = path.join(lib, 'dist');
  rmSync(dist, { recursive: true, force: true });
  const options = readOptions(lib, dist);
  const host = ts.createCompilerHost(options);
  host.resolveModuleNameLiterals = (literals, containing, redirected, current) =>
    literals.map(({ text }) => {
      const resolution = ts.resolveModuleName(text, containing, current, host, undefined, redirected);
      return { resolvedModule: resolution.resolvedModule && toCompiled(resolution.resolvedModule, lib) };
    });
  const program = ts.createProgram(sourcesOfEntries(lib), options, host);
  const { diagnostics } = program.emit();
  const all = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (all.length > 0) throw new Error(ts.formatDiagnostics(all, host));
  for (const file of globSync('**/*.{js,d.ts}', { cwd: dist })) rewriteImports(path.join(dist, file), lib);
}

function readOptions(lib: string, outDir: string): ts.CompilerOptions {
  const file = path.join(lib, 'tsconfig.json');
  const { config } = ts.readConfigFile(file, (name) => readFileSync(name, 'utf8')) as { config: object };
  return {
    ...ts.parseJsonConfigFileContent(config, ts.sys, lib).options,
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: path.join(lib, 'src'),
    outDir,
  };
}

/** The sources of the files that package.json names. */
function sourcesOfEntries(lib: string): string[] {
  const { bin = {}, exports = {} } = readPackage(lib);
  const named = [...Object.values(bin), ...Object.values(exports)].map((target) =>
    typeof target === 'string' ? target : target.default,
  );
  return named
    .filter((file) => /^\.\/dist\/.+\.js$/.test(file))
    .map((file) => sourceOf(path.join(lib, file)));
}

/** The source of a compiled file: `dist/forms.js` is of `src/forms.ts`. */
function sourceOf(compiled: string): string {
  const base = compiled.replace(`${path.sep}dist${path.sep}`, `${path.sep}src${path.sep}`);
  const source = ['.ts', '.tsx'].map((ending) => base.replace(/(?:\.d\.ts|\.js)$/, ending)).find(existsSync);
  if (!source) throw new Error(`${path.relative(root, compiled)} has no source`);
  return source;
}

/** Replaces a source of another library by its declarations, so that it isn't compiled again as a part of this one. */
function toCompiled(resolved: ts.ResolvedModuleFull, lib: string): ts.ResolvedModuleFull {
  const { resolvedFileName } = resolved;
  const [, other, file] =
    /^([^/\\]+)[/\\]src[/\\](.+)\.tsx?$/.exec(path.relative(libs, resolvedFileName)) ?? [];
  if (!other || !file || path.join(libs, other) === lib) return resolved;
  const declarations = path.join(libs, other, 'dist', `${file}.d.ts`);
  if (!existsSync(declarations)) throw new Error(`Package ${other} first: it is imported, but not compiled`);
  return { ...resolved, resolvedFileName: declarations, extension: ts.Extension.Dts };
}

/** Gives relative imports the ending that Node needs, and names another library by its package. */
function rewriteImports(file: string, lib: string): void {
  let text = readFileSync(file, 'utf8');
  const { importedFiles } = ts.preProcessFile(text, true, true);
  // From the end, so that positions before stay right. A position is that of the opening quote.
  for (const { fileName, pos } of importedFiles.toReversed())
    if (fileName.startsWith('.'))
      text =
        text.slice(0, pos + 1) + toPublicImport(fileName, file, lib) + text.slice(pos + 1 + fileName.length);
  writeFileSync(file, text);
}

function toPublicImport(imported: string, file: string, lib: string): string {
  const target = path.resolve(path.dirname(file), imported.replace(/\.(?:js|tsx?)$/, ''));
  const ending = file.endsWith('.d.ts') ? '.d.ts' : '.js';
  const found = [target, path.join(target, 'index')].find((base) => existsSync(base + ending));
  if (found?.startsWith(path.join(lib, 'dist') + path.sep))
    return `./${path.relative(path.dirname(file), found).replaceAll(path.sep, '/')}.js`.replace(
      './../',
      '../',
    );
  const source = path.resolve(path.dirname(sourceOf(file)), imported);
  const name = entryNames.get(source.replace(/\.js$/, '.ts'));
  if (!name) throw new Error(`${path.relative(root, file)} imports ${imported}, which no package has`);
  return name;
}
