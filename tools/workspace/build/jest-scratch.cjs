// Where tests put what they throw away: into memory, where the machine has a folder there with room for it, because
// ext4 makes a file in a folder full of files that were just deleted so slowly that a test database took half a second.
const { statfsSync } = require('node:fs');
const { tmpdir } = require('node:os');

const IN_MEMORY = '/dev/shm';
/** Several times what all suites hold at once. */
const ROOM = 2 * 1024 ** 3;

module.exports = function scratchFolder() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize > ROOM ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
};
