// Compiles installed ES modules, which Jest can't load by itself on every version of Node; other scripts stay as they are.
const { readFileSync } = require('node:fs');
const { createTransformer } = require('@swc/jest');

const swc = createTransformer({
  swcrc: false,
  sourceMaps: false,
  jsc: { target: 'es2022', parser: { syntax: 'ecmascript' } },
  module: { type: 'commonjs' },
});

const hasModuleSyntax = (source) => /^\s*(?:import|export)\b/m.test(source) || source.includes('import.meta');

/** Compiles a module; `import.meta` has no property that isn't known in CommonJS, such as a bundler's `hot`. */
function compile(source, file, options) {
  const compiled = swc.process(source, file, options);
  return { ...compiled, code: compiled.code.replaceAll('import.meta', '({})') };
}

/** Another version of this file gives other results. */
const ownText = readFileSync(require.resolve('./installed-modules.cjs'), 'utf8');

module.exports = {
  canInstrument: false,
  getCacheKey: (source, file, options) => swc.getCacheKey(source + ownText, file, options),
  process: (source, file, options) =>
    hasModuleSyntax(source) ? compile(source, file, options) : { code: source },
};
