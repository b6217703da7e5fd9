// The webpack configuration of the shell.
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import { commonConfig, commonPlugins, retryFailedShares } from './common-config.mjs';
import { shellServer } from './development-server.mjs';
import { PreloadPlugin } from './preload-plugin.mjs';
import { ProvidedEntriesPlugin } from './provided-entries-plugin.mjs';
import { serviceWorkerFiles } from './service-worker-config.mjs';
import { providedModules, sharedEntries } from './shared.mjs';
import { ShellContractPlugin } from './shell-contract-plugin.mjs';
import { installedVersion } from './versions.mjs';
import { workspace } from './workspace.mjs';

/**
 * Provides the shell's federation runtime to the modules. The plugin's own option (`provideExternalRuntime`) would use
 * its CommonJS build, with a second copy of the runtime.
 */
const runtimeForModules = path.join(
  workspace.root,
  'node_modules/@module-federation/inject-external-runtime-core-plugin/dist/index.js',
);

/** Packages that every page needs: one file, which compresses better than many. */
const everyPage = [
  'react/',
  'react-dom/',
  'react-is/',
  'scheduler/',
  'react-router/',
  '@tanstack/react-query/',
  '@tanstack/query-core/',
  'i18next/',
  'react-i18next/',
  '@emotion/',
  '@babel/runtime/',
  'hoist-non-react-statics/',
  'stylis/',
  'clsx/',
  '@mui/system/',
  '@mui/utils/',
  '@mui/styled-engine/',
  '@mui/private-theming/',
  'lucide-react/dist/esm/(?!icons)',
];
const base = {
  name: 'base',
  chunks: 'async',
  test: new RegExp(`/node_modules/(?:${everyPage.join('|')})`.replaceAll('/', '[\\\\/]')),
  enforce: true,
};

/**
 * Webpack's configuration for the shell.
 *
 * @param {object} options
 * @param {string} options.dir the shell's folder (`import.meta.dirname`)
 * @param {string} options.name name of the configuration
 * @param {string} options.html the page's template
 * @param {string} options.icon the icon in the browser's tab
 * @param {number} options.port where `webpack serve` listens unless DEV_PORT is set
 */
export function createShellConfig({ dir, name, html, icon, port }) {
  const versionOf = (one) => workspace.packageVersions[one] ?? installedVersion(one, dir);
  return (_env, { mode = 'production' }) => {
    const production = mode === 'production';
    const common = commonConfig({ dir, name, production, aliases: workspace.aliases });
    return {
      ...common,
      entry: { main: './src/index.ts' },
      output: { ...common.output, clean: { keep: serviceWorkerFiles } },
      optimization: { splitChunks: { cacheGroups: { base } } },
      plugins: [
        new ModuleFederationPlugin({
          name,
          remotes: {},
          shared: providedModules(versionOf),
          shareStrategy: 'loaded-first',
          manifest: false,
          dts: false,
          runtimePlugins: [retryFailedShares, runtimeForModules],
          // Without the federation runtime's parts for servers.
          experiments: { externalRuntime: false, optimization: { target: 'web' } },
        }),
        new HtmlWebpackPlugin({
          template: path.join(dir, html),
          favicon: path.join(dir, icon),
          publicPath: '/',
          scriptLoading: 'defer',
          minify: false,
        }),
        new PreloadPlugin(),
        new ProvidedEntriesPlugin(sharedEntries),
        new ShellContractPlugin(versionOf),
        ...commonPlugins(production),
      ],
      devServer: shellServer({ port }),
    };
  };
}
