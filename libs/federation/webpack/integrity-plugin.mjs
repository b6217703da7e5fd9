// Has the browser check every file that a module's own chunk loader inserts: scripts and stylesheets.
import MiniCssExtractPlugin from 'mini-css-extract-plugin';

const name = 'ChunkIntegrity';

/** Absolute address → SRI value of the files of verified releases; the shell fills it (libs/federation/src/fingerprints.ts). */
const fingerprints = 'globalThis.__tesseraIntegrity';
/** A set of the origins of modules under development, which have no fingerprints; only the shell adds to it. */
const localOrigins = 'globalThis.__tesseraLocalOrigins';
/** The hash of nothing: a browser runs no file with this value, whereas it ignores a malformed one. */
const matchesNothing = `sha256-${'A'.repeat(43)}=`;

/**
 * Code that sets an element's `integrity` from the verified fingerprints. A file without one gets a value that no content
 * has, so that the browser refuses it and the import fails.
 */
const setIntegrity = (element, address) => `
if (!(${localOrigins} && ${localOrigins}.has(new URL(${address}).origin)))
	${element}.integrity = ${fingerprints} && ${fingerprints}[${address}] || ${JSON.stringify(matchesNothing)};`;

/** Adds the check to the loaders of scripts and stylesheets. */
export class ChunkIntegrityPlugin {
  apply(compiler) {
    const { LoadScriptRuntimeModule } = compiler.webpack.runtime;
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        name,
        (source) => source + setIntegrity('script', 'script.src'),
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        name,
        (source, { tag }) => source + setIntegrity(tag, `${tag}.href`),
      );
    });
  }
}
