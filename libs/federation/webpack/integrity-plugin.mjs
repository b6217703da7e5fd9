// Sets the fingerprint from the verified manifest on every chunk that a remote loads.
import LoadScriptRuntimeModule from 'webpack/lib/runtime/LoadScriptRuntimeModule.js';

/**
 * Where the loader stores the fingerprints of verified modules: absolute address → SRI value.
 * `libs/federation/src/integrity.ts` fills it; the generated chunk loader below reads it.
 */
const registry = 'globalThis.__tesseraIntegrity';

/** Sets `script.integrity`, so that the browser refuses a chunk that was changed after its release. */
export class ChunkIntegrityPlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('ChunkIntegrity', (compilation) => {
      LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'ChunkIntegrity',
        (source) => `${source}
var fingerprint = ${registry} && ${registry}[script.src];
if (fingerprint) { script.integrity = fingerprint; if (script.src.indexOf(location.origin + '/') !== 0) script.crossOrigin = 'anonymous'; }`,
      );
    });
  }
}
