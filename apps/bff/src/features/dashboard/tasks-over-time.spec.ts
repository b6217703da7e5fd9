import { isUnfinished, taskStatuses, type TaskStatus } from '@tessera/domain';
import fc from 'fast-check';
import { tasksOverTime, type StepChanges } from './tasks-over-time';

type Counts = Partial<Record<TaskStatus, number>>;

/** A task's moves: the step of each, and where it went. */
const moves = fc.array(fc.record({ step: fc.nat(5), to: fc.constantFrom(...taskStatuses) }), {
  maxLength: 8,
});

describe('tasks by status over time', () => {
  it('is at each step what counting the tasks then would have given', () => {
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
        const seen = tasksOverTime(now, changes as StepChanges[]);
        expect(seen.map(({ counts }) => counts)).toEqual(expected);
      }),
    );
  });
});
