// Jest's settings for a module in a repository of its own: `tessera-module/jest`.
const swc = require('./swc.cjs');

module.exports = {
  testEnvironment: require.resolve('./browser-environment.cjs'),
  setupFilesAfterEnv: [require.resolve('./web-setup.cjs')],
  // Longer than any wait of a test on a busy machine, so that the wait fails first and names what never happened.
  testTimeout: 300_000,
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  transform: {
    '/node_modules/.+\\.m?js$': require.resolve('./installed-modules.cjs'),
    '^.+\\.[cm]?tsx?$': [require.resolve('@swc/jest'), swc()],
  },
  transformIgnorePatterns: [],
  moduleNameMapper: { '\\.(css|svg|png|woff2)$': require.resolve('./asset.cjs') },
};
