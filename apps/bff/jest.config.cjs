module.exports = {
  ...require('../../jest.preset.cjs').node(true),
  // Most of a test is waiting for Postgres, so one worker a core leaves none idle.
  maxWorkers: '100%',
  testSequencer: './test/slow-first.cjs',
  globalSetup: './test/postgres-setup.ts',
  globalTeardown: './test/postgres-teardown.ts',
};
