const { default: Sequencer } = require('@jest/test-sequencer');

const slow =
  /(backup|retention|growth|rehearsal-walk|scenarios|rehearsals|large-launch|throttling|fuzz|sql-types|identical|money|task-model|rotation)\.spec\.ts$/;

/**
 * Begins with the files that take longest, so that none of them is left to one worker alone at the end. Jest knows them
 * itself where it has run before; on a new machine it goes by the size of the files.
 */
class SlowFirst extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    return sorted.toSorted((one, other) => slow.test(other.path) - slow.test(one.path));
  }
}
SlowFirst.slow = slow;

module.exports = SlowFirst;
