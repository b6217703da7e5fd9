// The webpack configuration that the shell and the remotes share.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import { aliases, root } from '../../../tools/build/aliases.mjs';
import { compressionPlugins } from './compression.mjs';
import { developmentServer } from './development-server.mjs';
import { ChunkIntegrityPlugin } from './integrity-plugin.mjs';
import { PreloadPlugin } from './preload-plugin.mjs';
import { ProvidedEntriesPlugin } from './provided-entries-plugin.mjs';
import { ReleasePlugin } from './release-plugin.mjs';
import { scripts } from './scripts.mjs';
import { serviceWorkerFiles } from './service-worker-config.mjs';
import { sharedLibs, sharedModules } from './shared.mjs';

const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

const retryFailedShares = path.join(root, 'libs/federation/src/retry-failed-shares.ts');

/**
 * Provides the shell's federation runtime to the remotes. The plugin's own option (`provideExternalRuntime`) would use
 * its CommonJS build, with a second copy of the runtime.
 */
const runtimeForRemotes = path.join(
  root,
  'node_modules/@module-federation/inject-external-runtime-core-plugin/dist/index.js',
);

/** Packages that every page needs: one file of the shell, which compresses better than many. */
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

/** The base of a remote's icons: webpack finds it too small for a chunk of its own and would copy it into every page. */
const icons = {
  name: 'icons',
  chunks: 'async',
  test: /[\\/]node_modules[\\/]lucide-react[\\/]dist[\\/]esm[\\/](?!icons)/,
  enforce: true,
};

const styles = { test: /\.css$/, use: [MiniCssExtractPlugin.loader, 'css-loader'], sideEffects: true };
const files = { test: /\.(?:woff2|png|svg)$/, type: 'asset/resource' };

/**
 * Webpack's configuration for a web app.
 *
 * @param {object} options
 * @param {string} options.dir the app's folder (`import.meta.dirname`)
 * @param {string} options.name container name, e.g. `mf_tasks`; also the build's unique name
 * @param {Record<string, string>} [options.exposes] what a remote exposes; with it the build emits mf-manifest.json and module.json
 * @param {string} [options.html] the page template of the shell
 * @param {string} [options.icon] the shell's icon in the browser's tab
 * @param {number} options.port where `webpack serve` listens unless DEV_PORT is set
 */
export function createWebConfig({ dir, name, exposes, html, icon, port }) {
  return (_env, { mode = 'production' }) => {
    const production = mode === 'production';
    return {
      name,
      mode,
      context: dir,
      target: ['web', 'es2022'],
      entry: html ? { main: './src/index.ts' } : {},
      output: {
        path: path.join(dir, 'dist'),
        clean: { keep: serviceWorkerFiles },
        publicPath: 'auto',
        uniqueName: name,
        filename: production ? 'js/[name].[contenthash:12].js' : 'js/[name].js',
        chunkFilename: production ? 'js/[name].[contenthash:12].js' : 'js/[name].js',
        assetModuleFilename: 'assets/[name].[contenthash:12][ext]',
        crossOriginLoading: 'anonymous',
        chunkLoadTimeout: 15_000,
      },
      devtool: production ? false : 'cheap-module-source-map',
      performance: { hints: false },
      stats: 'errors-warnings',
      // Hides the federation plugin's note about publicPath 'auto' on every build.
      infrastructureLogging: { level: 'error' },
      resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'], alias: aliases },
      module: { rules: [scripts, styles, files] },
      optimization: { splitChunks: { cacheGroups: html ? { base } : { icons } } },
      plugins: [
        new ModuleFederationPlugin({
          name,
          ...(exposes && {
            filename: production ? 'remoteEntry.[contenthash:12].js' : 'remoteEntry.js',
            exposes,
          }),
          remotes: {},
          shared: sharedModules(version, !exposes),
          shareStrategy: 'loaded-first',
          manifest: Boolean(exposes),
          dts: false,
          // Only the shell bundles the federation runtime, without its server parts.
          runtimePlugins: [retryFailedShares, ...(exposes ? [] : [runtimeForRemotes])],
          experiments: { externalRuntime: Boolean(exposes), optimization: { target: 'web' } },
        }),
        new MiniCssExtractPlugin({
          filename: 'css/[name].[contenthash:12].css',
          chunkFilename: 'css/[name].[contenthash:12].css',
        }),
        html &&
          new HtmlWebpackPlugin({
            template: path.join(dir, html),
            ...(icon ? { favicon: path.join(dir, icon) } : {}),
            publicPath: '/',
            scriptLoading: 'defer',
            minify: false,
          }),
        html && new PreloadPlugin(),
        html && new ProvidedEntriesPlugin(sharedLibs),
        exposes && new ChunkIntegrityPlugin(),
        exposes && new ReleasePlugin({ dir, version }),
        ...(production ? compressionPlugins() : []),
      ],
      devServer: developmentServer({ port, html: Boolean(html) }),
    };
  };
}
