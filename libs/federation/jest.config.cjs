const { transform, ...settings } = require('../../jest.preset.cjs').web();

// The plugins of the federation runtime are plain .mjs, which webpack's configuration reads too; Jest compiles them.
module.exports = {
  ...settings,
  transform: Object.fromEntries(Object.entries(transform).map(([, how]) => ['^.+\\.(mjs|[cm]?tsx?)$', how])),
};
