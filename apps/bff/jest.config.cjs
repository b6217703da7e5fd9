module.exports = {
  ...require('../../jest.preset.cjs').node(true),
  testTimeout: 20_000,
  globalSetup: './test/postgres-setup.ts',
  globalTeardown: './test/postgres-teardown.ts',
};
