// Builds the reference in the folder that is given, in production mode and compressed as the product's own files are.
import path from 'node:path';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import webpack from 'webpack';
import { compressionPlugins } from '../../../../libs/federation/webpack/compression.mjs';

const home = process.argv[2] ?? '.';

webpack(
  {
    mode: 'production',
    context: home,
    target: ['web', 'es2022'],
    entry: './list.mjs',
    output: { path: path.join(home, 'dist'), filename: 'js/[name].[contenthash:12].js', publicPath: '/' },
    performance: { hints: false },
    plugins: [
      new HtmlWebpackPlugin({ template: path.join(home, 'index.html'), scriptLoading: 'defer' }),
      ...compressionPlugins(),
    ],
  },
  (error, stats) => {
    if (!error && !stats?.hasErrors()) return;
    console.error(error ?? stats?.toString({ all: false, errors: true }));
    process.exitCode = 1;
  },
);
