const preset = require('../../jest.preset.cjs');

// The sources run on Node; the template is a module and runs in a browser.
module.exports = {
  projects: [
    { ...preset.node(), displayName: 'create-module', testMatch: ['<rootDir>/test/**/*.spec.ts'] },
    { ...preset.web(), displayName: 'template', testMatch: ['<rootDir>/template/module/**/*.test.{ts,tsx}'] },
  ],
};
