module.exports = {
  ...require('../../jest.preset.cjs').node(),
  testMatch: ['<rootDir>/src/**/*.e2e.ts'],
  // Each file starts a database, a server, a site and a worker of its own, and shares nothing with the other.
  maxWorkers: 2,
  testSequencer: './longest-first.cjs',
  testTimeout: 240_000,
};
