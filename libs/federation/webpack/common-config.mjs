// What the builds of the shell and of the modules have in common.
import path from 'node:path';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import { compressionPlugins } from './compression.mjs';
import { loaderOf } from './loaders.mjs';
import { scripts } from './scripts.mjs';
import { StableIdsPlugin } from './stable-ids-plugin.mjs';

/** A plugin of the federation runtime that every build contains. */
export const retryFailedShares = path.join(import.meta.dirname, 'retry-failed-shares.mjs');

/** The name of the Trusted Types policy of every chunk loader; the page's content security policy allows it. */
export const chunkPolicy = 'tessera-chunks';

const styles = {
  test: /\.css$/,
  use: [MiniCssExtractPlugin.loader, loaderOf('css-loader')],
  sideEffects: true,
};
const files = { test: /\.(?:woff2|png|svg)$/, type: 'asset/resource' };

/**
 * @param {object} options
 * @param {string} options.dir the app's folder
 * @param {string} options.name the build's unique name
 * @param {boolean} options.production
 * @param {Record<string, string>} [options.aliases] import names of sources in the same workspace
 */
export const commonConfig = ({ dir, name, production, aliases = {} }) => ({
  name,
  mode: production ? 'production' : 'development',
  context: dir,
  target: ['web', 'es2022'],
  output: {
    path: path.join(dir, 'dist'),
    publicPath: 'auto',
    uniqueName: name,
    filename: production ? 'js/[name].[contenthash:12].js' : 'js/[name].js',
    chunkFilename: production ? 'js/[name].[contenthash:12].js' : 'js/[name].js',
    assetModuleFilename: 'assets/[name].[contenthash:12][ext]',
    // Is set for files of other origins alone.
    crossOriginLoading: 'anonymous',
    chunkLoadTimeout: 15_000,
    trustedTypes: { policyName: chunkPolicy },
  },
  devtool: production ? false : 'cheap-module-source-map',
  performance: { hints: false },
  stats: 'errors-warnings',
  // Hides the federation plugin's note about publicPath 'auto' on every build.
  infrastructureLogging: { level: 'error' },
  resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'], alias: aliases },
  module: { rules: [scripts, styles, files] },
});

/** The plugins of every build, which come after those that emit files. */
export const commonPlugins = (production) => [
  new MiniCssExtractPlugin({
    filename: 'css/[name].[contenthash:12].css',
    chunkFilename: 'css/[name].[contenthash:12].css',
  }),
  new StableIdsPlugin(),
  ...(production ? compressionPlugins() : []),
];
