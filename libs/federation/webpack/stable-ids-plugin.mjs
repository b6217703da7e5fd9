// Keeps the path of the checkout out of the built files.

const name = 'StableIds';

/**
 * The federation plugin writes its start-up code to a file whose name is a hash of absolute paths, and has absolute paths in the
 * identifiers of some of its modules. Webpack derives ids from both, so that these ids, and through conflicts others',
 * would differ between folders.
 */
const startupCode = /[\\/]\.federation[\\/]entry\.[0-9a-f]+\.js$/;
const federationModule = /^webpack\/(?:sharing\/provide|container\/entry)\//;

/** Gives the federation plugin's modules ids of their own, so that a build is the same in every folder. */
export class StableIdsPlugin {
  apply(compiler) {
    compiler.hooks.compilation.tap(name, (compilation) => {
      compilation.hooks.beforeModuleIds.tap(name, (modules) => {
        for (const module of modules) {
          const id = stableId(module, compiler.context);
          if (id) compilation.chunkGraph.setModuleId(module, id);
        }
      });
    });
  }
}

function stableId(module, context) {
  if (startupCode.test(module.nameForCondition() ?? '')) return 'webpack/federation';
  const ident = module.libIdent({ context }) ?? '';
  return federationModule.test(ident) ? ident : undefined;
}
