// Compiles TypeScript by SWC, for every web build.
import { loaderOf } from './loaders.mjs';

// Where the environment asks for call stacks (RUST_BACKTRACE), SWC would add those of its native code to each mistake that it finds.
process.env.RUST_LIB_BACKTRACE = '0';

export const scripts = {
  test: /\.tsx?$/,
  exclude: /node_modules/,
  loader: loaderOf('swc-loader'),
  options: {
    swcrc: false,
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', tsx: true },
      // Development builds too: the shell that a module runs in may be a release, whose React has no development runtime.
      transform: { react: { runtime: 'automatic', development: false } },
    },
  },
};
