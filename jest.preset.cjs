// Shared Jest settings: TypeScript through SWC, workspace libs by their tsconfig names.
const pathsToModuleNameMapper = require('./tools/build/jest-paths.cjs');
const scratchFolder = require('./tools/build/jest-scratch.cjs');

// Jest has chosen the folder of its own cache by now: this one is the tests' own.
process.env.TMPDIR = scratchFolder();

/** Compiles TypeScript as `decorators` or plain modules; React's automatic JSX runtime. */
const swc = (decorators) => [
  '@swc/jest',
  {
    swcrc: false,
    jsc: {
      target: 'es2023',
      keepClassNames: true,
      parser: { syntax: 'typescript', tsx: !decorators, decorators },
      transform: {
        legacyDecorator: decorators,
        decoratorMetadata: decorators,
        useDefineForClassFields: !decorators,
        react: { runtime: 'automatic' },
      },
    },
    module: { type: 'commonjs' },
  },
];

/** Settings for a project that runs on Node; `decorators` for the BFF. */
const node = (decorators = false) => ({
  testEnvironment: 'node',
  // Longer than any wait of a test, so that the wait fails first and names what never happened.
  testTimeout: 60_000,
  transform: { '^.+\\.[cm]?tsx?$': swc(decorators) },
  moduleNameMapper: pathsToModuleNameMapper(),
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
});

/** Settings for a project that runs in the browser. */
const web = () => ({
  ...node(),
  testEnvironment: require.resolve('./tools/build/jest-browser-environment.cjs'),
  setupFilesAfterEnv: [require.resolve('./tools/build/jest-web-setup.cjs')],
  moduleNameMapper: {
    '\\.(css|svg|woff2)$': require.resolve('./tools/build/jest-asset.cjs'),
    ...pathsToModuleNameMapper(),
  },
});

module.exports = { node, web };
