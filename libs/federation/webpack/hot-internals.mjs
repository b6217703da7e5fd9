// Uses fields of the federation plugin's runtime (webpack-bundler-runtime/dist/updateOptions.js) that aren't documented: it reads the
// lists of what a module takes from the shell once, also when an update has brought new ones. A module that begins to import
// another shared entry would crash until the page is reloaded. `tools/workspace/check/module-build.spec.ts` notices when they change.
/* global __webpack_require__ */

/** Has the federation runtime read its lists again whenever an update is applied. */
export function rereadSharesOnUpdate(hot) {
  hot.addStatusHandler((status) => {
    if (status === 'apply') __webpack_require__.consumesLoadingData._updated = 0;
  });
}
