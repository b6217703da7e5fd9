const { transform, ...settings } = require('../jest.preset.cjs').node();

// The part that runs before anything is installed is plain .mjs; Jest compiles it like the rest.
module.exports = {
  ...settings,
  testMatch: ['**/*.spec.ts'],
  transform: Object.fromEntries(Object.entries(transform).map(([, how]) => ['^.+\\.(mjs|[cm]?tsx?)$', how])),
  moduleFileExtensions: ['ts', 'mjs', 'cjs', 'js', 'json'],
};
