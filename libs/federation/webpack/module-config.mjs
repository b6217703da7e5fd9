// The webpack configuration of a module, in this workspace or in a repository of its own.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { commonConfig, commonPlugins, retryFailedShares } from './common-config.mjs';
import { moduleServer } from './development-server.mjs';
import { ChunkIntegrityPlugin } from './integrity-plugin.mjs';
import { ReleasePlugin } from './release-plugin.mjs';
import { consumedModules } from './shared.mjs';
import { installedVersion, readPackage } from './versions.mjs';

/** The base of a module's icons: webpack finds it too small for a chunk of its own and would copy it into every page. */
const icons = {
  name: 'icons',
  chunks: 'async',
  test: /[\\/]node_modules[\\/]lucide-react[\\/]dist[\\/]esm[\\/](?!icons)/,
  enforce: true,
};

/** What webpack calls the exposed entry in the module that replaces it during development (hot-entry.mjs). */
const hotEntry = path.join(import.meta.dirname, 'hot-entry.mjs');

/**
 * Webpack's configuration for a module: the folder's module.json describes it, and `./src/remote.tsx` is its one entry.
 *
 * A module with a package.json of its own has that version. One of this workspace has the product's version and a hash of
 * its content, so that each build with other content is another release.
 *
 * @param {object} options
 * @param {string} options.dir the module's folder (`import.meta.dirname`)
 * @param {number} [options.port] where `webpack serve` listens unless DEV_PORT is set
 * @param {string} [options.entry] the exposed entry, instead of `./src/remote.tsx`
 * @param {typeof import('./workspace.mjs').workspace} [options.workspace] for a module that is built from the libs' sources
 */
export function createModuleConfig({ dir, port = 4210, entry = './src/remote.tsx', workspace }) {
  return (_env, { mode = 'production' }) => {
    const production = mode === 'production';
    const { name } = JSON.parse(readFileSync(path.join(dir, 'module.json'), 'utf8'));
    const container = name.replaceAll('-', '_');
    const ownVersion = readPackage(dir)?.version;
    const common = commonConfig({ dir, name: container, production, aliases: workspace?.aliases });
    return {
      ...common,
      entry: {},
      output: { ...common.output, clean: true },
      resolve: {
        ...common.resolve,
        alias: { ...common.resolve.alias, 'tessera-exposed-entry$': path.resolve(dir, entry) },
      },
      // The React of a released shell has no development runtime, so that a module under development does without it too.
      optimization: { nodeEnv: 'production', splitChunks: { cacheGroups: { icons } } },
      plugins: [
        new ModuleFederationPlugin({
          name: container,
          filename: production ? 'remoteEntry.[contenthash:12].js' : 'remoteEntry.js',
          exposes: { './remote': production ? entry : hotEntry },
          remotes: {},
          shared: consumedModules(),
          shareStrategy: 'loaded-first',
          manifest: true,
          dts: false,
          runtimePlugins: [retryFailedShares],
          // The shell provides the federation runtime.
          experiments: { externalRuntime: true, optimization: { target: 'web' } },
        }),
        new ChunkIntegrityPlugin(),
        new ReleasePlugin({
          dir,
          version: ownVersion ?? workspace.version,
          versionsByContent: !ownVersion,
          versionOf: (one) => workspace?.packageVersions[one] ?? installedVersion(one, dir),
        }),
        ...commonPlugins(production),
      ],
      devServer: moduleServer({ port }),
    };
  };
}
