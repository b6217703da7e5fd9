// Shared Jest settings: TypeScript through SWC, workspace libs by their tsconfig names.
const modulePreset = require('./libs/module-kit/presets/jest/index.cjs');
const swc = require('./libs/module-kit/presets/jest/swc.cjs');
const pathsToModuleNameMapper = require('./tools/workspace/build/jest-paths.cjs');
const scratchFolder = require('./tools/workspace/build/jest-scratch.cjs');

// Jest has chosen the folder of its own cache by now: this one is the tests' own.
process.env.TMPDIR = scratchFolder();

/** Settings for a project that runs on Node; `decorators` for the BFF. */
const node = (decorators = false) => ({
  testEnvironment: 'node',
  testTimeout: modulePreset.testTimeout,
  transform: { '^.+\\.[cm]?tsx?$': ['@swc/jest', swc(decorators)] },
  moduleNameMapper: pathsToModuleNameMapper(),
  testPathIgnorePatterns: modulePreset.testPathIgnorePatterns,
});

/** Settings for a project that runs in the browser. */
const web = () => ({
  ...node(),
  testEnvironment: modulePreset.testEnvironment,
  setupFilesAfterEnv: modulePreset.setupFilesAfterEnv,
  moduleNameMapper: { ...modulePreset.moduleNameMapper, ...pathsToModuleNameMapper() },
});

module.exports = { node, web };
