/**
 * SQL of the timeline of one task, to be joined to the tasks of a query: `FROM tasks t CROSS JOIN ${timelineOf('t', '$1')} x`.
 *
 * `OFFSET 0` has PostgreSQL find it by the index, task by task. It expects one row of a realm that its statistics don't know
 * yet, as they never know a rehearsal's, and would then read the timelines of all tasks once for each task.
 *
 * @param task the alias of the tasks
 * @param since SQL of the instant from which entries count; partitions before it aren't read
 */
export const timelineOf = (task: string, since: string): string =>
  `LATERAL (SELECT * FROM task_events e WHERE e.realm_id = ${task}.realm_id AND e.task_id = ${task}.id AND e.at >= ${since} OFFSET 0)`;
