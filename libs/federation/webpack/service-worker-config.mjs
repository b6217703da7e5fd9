// The shell's service worker: one plain script at /sw.js, so that its scope is the whole console.
import path from 'node:path';
import { aliases } from '../../../tools/workspace/build/aliases.mjs';
import { scripts } from './scripts.mjs';

/** The service worker's files in the output folder, which the page's build must not clean away. */
export const serviceWorkerFiles = /^(?:sw\.js$|assets[\\/]notification\.)/;

/**
 * Webpack's configuration for src/service-worker.
 *
 * @param {object} options
 * @param {string} options.dir the app's folder
 * @param {string} options.after name of the page's configuration, which is built before
 */
export const createServiceWorkerConfig =
  ({ dir, after }) =>
  (_env, { mode = 'production' }) => ({
    name: 'service-worker',
    dependencies: [after],
    mode,
    context: dir,
    target: ['webworker', 'es2022'],
    entry: { sw: './src/service-worker/index.ts' },
    output: {
      path: path.join(dir, 'dist'),
      publicPath: '/',
      // The page registers it by this name: it must not carry a hash.
      filename: '[name].js',
      assetModuleFilename: 'assets/[name].[contenthash:12][ext]',
    },
    devtool: false,
    stats: 'errors-warnings',
    resolve: { extensions: ['.ts', '.mjs', '.js'], alias: aliases },
    module: { rules: [scripts, { test: /\.png$/, type: 'asset/resource' }] },
  });
