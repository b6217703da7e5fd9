// Emits .br and .gz files of assets that compress well, so that the server doesn't compress at run time.
import { constants } from 'node:zlib';
import CompressionPlugin from 'compression-webpack-plugin';

/**
 * The page itself is left out: the server puts a nonce into each response of it. So are the descriptions of the build, which
 * are written last and list the compressed files.
 */
const files = {
  test: /\.(?:js|css|json|svg|txt)$/,
  exclude: /^(?:module|shell-contract)\.json$/,
  threshold: 256,
  minRatio: 1,
};

/** The plugins of a production build that compress its assets; list them after every plugin that emits some. */
export const compressionPlugins = () => [
  new CompressionPlugin({
    ...files,
    filename: '[path][base].br',
    algorithm: 'brotliCompress',
    compressionOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } },
  }),
  new CompressionPlugin({
    ...files,
    filename: '[path][base].gz',
    algorithm: 'gzip',
    compressionOptions: { level: constants.Z_BEST_COMPRESSION },
  }),
];
