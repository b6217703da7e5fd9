// One bundle of our own code; packages stay in node_modules, so that native addons and ESM-only ones load as they are.
import path from 'node:path';
import { aliases } from '../../tools/workspace/build/aliases.mjs';

const dir = import.meta.dirname;

export default {
  target: 'node24',
  entry: {
    main: './src/main.ts',
    contract: './src/contract.ts',
    tessera: './src/cli/main.ts',
  },
  output: {
    path: path.join(dir, 'dist'),
    filename: '[name].cjs',
    clean: true,
    library: { type: 'commonjs2' },
  },
  devtool: 'source-map',
  optimization: { minimize: false },
  resolve: { extensions: ['.ts', '.js'], alias: aliases },
  externalsPresets: { node: true },
  externals: [
    ({ request }, callback) =>
      /^[./]/.test(request) || path.isAbsolute(request) || request.startsWith('@tessera/')
        ? callback()
        : callback(null, `commonjs ${request}`),
  ],
  module: {
    rules: [
      {
        test: /\.ts$/,
        exclude: /node_modules/,
        loader: 'swc-loader',
        options: {
          swcrc: false,
          jsc: {
            target: 'es2023',
            keepClassNames: true,
            parser: { syntax: 'typescript', decorators: true },
            transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          },
        },
      },
    ],
  },
};
