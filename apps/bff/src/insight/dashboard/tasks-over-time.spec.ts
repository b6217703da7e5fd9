import fc from 'fast-check';
import { isUnfinished, type TaskStatus, taskStatuses } from '@tessera/domain';
import { tasksOverTime } from './tasks-over-time';

type Counts = Partial<Record<TaskStatus, number>>;

/** The status changes of a task: the step and the new status of each. */
const moves = fc.array(fc.record({ step: fc.nat(5), to: fc.constantFrom(...taskStatuses) }), {
  maxLength: 8,
});

describe('tasks by status over time', () => {
  it('equals the number of tasks at the end of each step', () => {
    fc.assert(
      fc.property(fc.array(moves, { maxLength: 12 }), (tasks) => {
        const changes = Array.from({ length: 6 }, (_, at) => ({ at: String(at), entered: {}, left: {} }));
        const expected: Counts[] = changes.map(() => ({}));
        const add = (counts: Counts, status: TaskStatus) => (counts[status] = (counts[status] ?? 0) + 1);
        for (const task of tasks) {
          let status: TaskStatus | null = null;
          const ordered = task.toSorted((a, b) => a.step - b.step);
          for (let step = 0; step < 6; step += 1) {
            for (const { to } of ordered.filter((move) => move.step === step && move.to !== status)) {
              if (status !== to) {
                add(changes[step]!.entered, to);
                if (status) add(changes[step]!.left, status);
                if (!isUnfinished(to)) add(expected[step]!, to);
              }
              status = to;
            }
            if (status && isUnfinished(status)) add(expected[step]!, status);
          }
        }
        const now: Counts = Object.fromEntries(
          Object.entries(expected.at(-1)!).filter(([status]) => isUnfinished(status as TaskStatus)),
        );
        const seen = tasksOverTime(now, changes);
        expect(seen.map(({ counts }) => counts)).toEqual(expected);
      }),
    );
  });
});
