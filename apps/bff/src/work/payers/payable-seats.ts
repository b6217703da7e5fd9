import { liveHoldSql } from '../../platform/database/seat-states';

/** SQL condition: people pay the live hold of the task. What a worker pays, or may have paid, they would pay twice. */
export const isPayableSql = (hold: string, task: string): string =>
  `${liveHoldSql(hold)} AND NOT ${task}.payment_check AND NOT (${task}.mode = 'buy' AND ${task}.unfinished)`;
