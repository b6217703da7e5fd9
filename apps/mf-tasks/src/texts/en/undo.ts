/** Messages after an undo. */
export const undo = {
  done: {
    restore: '{{tasks}} restored',
    start: '{{tasks}} started again',
    stop: '{{tasks}} stopped again',
    pause: '{{tasks}} paused again',
    resume: '{{tasks}} resumed',
  },
  skipped_one: '{{count, number}} task had changed since and was skipped',
  skipped_other: '{{count, number}} tasks had changed since and were skipped',
};
