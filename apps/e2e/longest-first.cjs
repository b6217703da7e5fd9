const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** The longest files, in their order; the others fill the gaps. */
const longest = ['pages', 'faults', 'flow', 'keyboard'].map((name) => `${name}.e2e.ts`);
const place = ({ path: file }) => {
  const found = longest.indexOf(path.basename(file));
  return found < 0 ? longest.length : found;
};

/** Begins with the files that take longest, so that none of them is left to one worker alone at the end. */
module.exports = class LongestFirst extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
};
