module.exports = { ...require('../../jest.preset.cjs').node(true), testTimeout: 20_000 };
