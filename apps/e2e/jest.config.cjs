module.exports = {
  ...require('../../jest.preset.cjs').node(),
  testMatch: ['<rootDir>/src/**/*.e2e.ts'],
  // One product at a time: each starts a database, a server, a site and a worker of its own.
  maxWorkers: 1,
  testTimeout: 240_000,
};
