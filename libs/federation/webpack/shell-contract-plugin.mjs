// Writes down what the shell's build provides to modules.
import { packageOf, shellContract } from './shared.mjs';
import { listProvidedNames } from './used-names.mjs';

const name = 'ShellContract';

/**
 * Emits shell-contract.json, the `ShellContract` of libs/domain/src/module-release.ts: a release whose module.json needs more
 * than this is refused when it is published.
 */
export class ShellContractPlugin {
  /** @param {(name: string) => string} versionOf the version of a shared package */
  constructor(versionOf) {
    this.versionOf = versionOf;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.afterOptimizeDependencies.tap(name, () => {
        const exports = listProvidedNames(compilation);
        const packages = [...new Set(Object.keys(exports).map(packageOf))].sort();
        const contract = {
          version: shellContract,
          packages: Object.fromEntries(packages.map((one) => [one, this.versionOf(one)])),
          exports,
        };
        const text = `${JSON.stringify(contract, null, 2)}\n`;
        compilation.emitAsset('shell-contract.json', new compiler.webpack.sources.RawSource(text));
      });
    });
  }
}
