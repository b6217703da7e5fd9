const inGroups = require('../../tools/workspace/build/jest-groups.cjs');
const { slow } = require('./test/slow-first.cjs');

/** All files, in groups that load the server once each. */
module.exports = inGroups(require('./jest.config.cjs'), {
  folder: __dirname,
  groups: 16,
  // The slow ones take as long as a group, and one of `tracing` replaces a module.
  alone: new RegExp(`${slow.source}|tracing\\.spec\\.ts$`),
});
