/** What is said once something was undone. */
export const undo = {
  done: {
    restore: '{{tasks}} restored',
    start: '{{tasks}} started again',
    stop: '{{tasks}} stopped again',
    pause: '{{tasks}} paused again',
    resume: '{{tasks}} resumed',
  },
  left_one: '{{count, number}} task had changed since and was left alone',
  left_other: '{{count, number}} tasks had changed since and were left alone',
};
