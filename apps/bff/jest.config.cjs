module.exports = {
  ...require('../../jest.preset.cjs').node(true),
  // Most of a test is waiting for Postgres, so one worker a core leaves none idle.
  maxWorkers: '100%',
  // What modules leave behind from file to file grows to 3 GB: clearing it away takes longer than a new worker.
  workerIdleMemoryLimit: '1200MB',
  testSequencer: './test/slow-first.cjs',
  globalSetup: './test/postgres-setup.ts',
  globalTeardown: './test/postgres-teardown.ts',
};
