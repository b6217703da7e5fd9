// Fails the shell's build when it lacks an entry that the remotes take from the share scope.

const name = 'ProvidedEntries';

/** The key under which a module of the build is provided to the share scope; undefined for any other module. */
export const providedKeyOf = (module) =>
  /^webpack\/sharing\/provide\/default\/(.+)$/.exec(module?.libIdent?.({ context: '' }) ?? '')?.[1];

/**
 * Federation provides only what the build itself imports, while remotes carry none of the shared libs: an entry that
 * the shell never imports would be missing at run time. Import it in apps/shell/src/remotes/load-module.ts.
 */
export class ProvidedEntriesPlugin {
  /** @param {readonly string[]} entries names of the entries that the build has to provide */
  constructor(entries) {
    this.entries = entries;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.finishModules.tap(name, (modules) => {
        const provided = new Set([...modules].map(providedKeyOf));
        for (const entry of this.entries)
          if (!provided.has(entry))
            compilation.errors.push(
              new compiler.webpack.WebpackError(`${entry} is shared with the remotes, but not imported here`),
            );
      });
    });
  }
}
