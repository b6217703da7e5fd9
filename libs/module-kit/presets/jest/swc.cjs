// How TypeScript and ES modules are compiled for tests.

/**
 * The options of @swc/jest: CommonJS, React's automatic JSX runtime, and decorators where `decorators` is set.
 *
 * @param {boolean} decorators
 */
module.exports = (decorators = false) => ({
  swcrc: false,
  jsc: {
    target: 'es2023',
    keepClassNames: true,
    parser: { syntax: 'typescript', tsx: !decorators, decorators },
    transform: {
      legacyDecorator: decorators,
      decoratorMetadata: decorators,
      useDefineForClassFields: !decorators,
      react: { runtime: 'automatic' },
    },
  },
  module: { type: 'commonjs' },
});
