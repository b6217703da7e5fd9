// TypeScript through SWC, as every web build has it.
export const scripts = {
  test: /\.tsx?$/,
  exclude: /node_modules/,
  loader: 'swc-loader',
  options: {
    swcrc: false,
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', tsx: true },
      // Components that say 'use memo' draw again only what changed. Not all of them: it makes them half as large again.
      transform: { react: { runtime: 'automatic' }, reactCompiler: { compilationMode: 'annotation' } },
    },
  },
};
