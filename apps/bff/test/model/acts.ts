import fc from 'fast-check';
import { type TaskCommand, taskCommands, workingStatuses } from '@tessera/domain';

/** The task's holds that an action names: all, one by its index (modulo their number), or these indexes. */
export type Which = number | 'all' | readonly number[];

/** An action of one of two people. */
export type PersonAct =
  | { by: 'person'; who: 0 | 1; does: 'command'; command: TaskCommand; now: boolean; bulk: boolean }
  | { by: 'person'; who: 0 | 1; does: 'mark_bought' | 'buy_held' }
  | { by: 'person'; who: 0 | 1; does: 'confirm'; which: Which; late: boolean }
  | { by: 'person'; who: 0 | 1; does: 'remove'; which: Which }
  /** Takes back the records of these holds, as false. */
  | { by: 'person'; who: 0 | 1; does: 'reverse'; which: Which }
  | { by: 'person'; who: 0 | 1; does: 'reschedule'; ahead: boolean };

/** An action of the worker under its last lease. */
export type WorkerAct =
  | { by: 'worker'; does: 'lease' | 'heartbeat' | 'release' }
  | { by: 'worker'; does: 'report'; status: (typeof workingStatuses)[number] }
  | { by: 'worker'; does: 'hold'; seats: number }
  | { by: 'worker'; does: 'pay'; which: Which }
  | { by: 'worker'; does: 'fail'; retryAfter: number };

/** Time passes: the database is changed accordingly, and the sweeps run. */
export type TimeAct =
  | { by: 'time'; does: 'lease_over' | 'grow_old' | 'due' | 'backoff_over' | 'sweep' }
  | { by: 'time'; does: 'lapse'; which: Which };

export type Act = PersonAct | WorkerAct | TimeAct;
/** One step of a run: nothing, an action, or two concurrent actions. */
export type Step = readonly Act[];

const who = fc.constantFrom(0 as const, 1 as const);
/** Which holds; two thirds of the time all of them. */
const which: fc.Arbitrary<Which> = fc.oneof(
  { weight: 2, arbitrary: fc.constant('all' as const) },
  { weight: 1, arbitrary: fc.nat(3) },
);

const personAct: fc.Arbitrary<PersonAct> = fc.oneof(
  {
    weight: 16,
    arbitrary: fc.record({
      by: fc.constant('person' as const),
      who,
      does: fc.constant('command' as const),
      command: fc.constantFrom(...taskCommands, 'start' as const),
      now: fc.boolean(),
      bulk: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      by: fc.constant('person' as const),
      who,
      does: fc.constantFrom('buy_held' as const, 'mark_bought' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.oneof(
      {
        weight: 1,
        arbitrary: fc.record({
          by: fc.constant('person' as const),
          who,
          does: fc.constant('confirm' as const),
          which,
          late: fc.boolean(),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          by: fc.constant('person' as const),
          who,
          does: fc.constant('remove' as const),
          which,
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          by: fc.constant('person' as const),
          who,
          does: fc.constant('reverse' as const),
          which,
        }),
      },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      by: fc.constant('person' as const),
      who,
      does: fc.constant('reschedule' as const),
      ahead: fc.boolean(),
    }),
  },
);

const workerWrite: fc.Arbitrary<WorkerAct> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      by: fc.constant('worker' as const),
      does: fc.constantFrom('heartbeat' as const, 'release' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      by: fc.constant('worker' as const),
      does: fc.constant('report' as const),
      status: fc.constantFrom(...workingStatuses),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      by: fc.constant('worker' as const),
      does: fc.constant('hold' as const),
      seats: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ by: fc.constant('worker' as const), does: fc.constant('pay' as const), which }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      by: fc.constant('worker' as const),
      does: fc.constant('fail' as const),
      retryAfter: fc.constantFrom(0, 60),
    }),
  },
);
const lease = fc.constant<WorkerAct>({ by: 'worker', does: 'lease' });

const timeAct: fc.Arbitrary<TimeAct> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      by: fc.constant('time' as const),
      does: fc.constantFrom(
        'lease_over' as const,
        'grow_old' as const,
        'due' as const,
        'backoff_over' as const,
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ by: fc.constant('time' as const), does: fc.constant('sweep' as const) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ by: fc.constant('time' as const), does: fc.constant('lapse' as const), which }),
  },
);

/** Two concurrent actions: of two people, or of a person and the worker. */
const race = fc.oneof(fc.tuple(personAct, personAct), fc.tuple(personAct, workerWrite));

/** A step. A failing run shrinks by doing nothing in it. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { withCrossShrink: true },
  { weight: 1, arbitrary: fc.constant<Step>([]) },
  { weight: 20, arbitrary: fc.tuple(personAct) },
  { weight: 20, arbitrary: fc.tuple(workerWrite) },
  { weight: 14, arbitrary: fc.tuple(lease) },
  { weight: 14, arbitrary: fc.tuple(timeAct) },
  { weight: 8, arbitrary: race },
);

const start: Step = [{ by: 'person', who: 0, does: 'command', command: 'start', now: false, bulk: false }];
const toHeld: Step[] = [[{ by: 'worker', does: 'lease' }], [{ by: 'worker', does: 'hold', seats: 2 }]];
const expired: Step[] = [[{ by: 'time', does: 'lapse', which: 'all' }], [{ by: 'time', does: 'sweep' }]];

const recorded: Step[] = [[{ by: 'person', who: 0, does: 'confirm', which: 'all', late: false }]];
const reversed: Step[] = [[{ by: 'person', who: 1, does: 'reverse', which: 'all' }]];

/** Starts of a run that random steps rarely reach: seats held, held again after they expired, recorded, and reversed. */
export const beginnings: readonly (readonly Step[])[] = [
  [],
  [start, ...toHeld],
  [start, ...toHeld, ...expired, ...toHeld],
  [start, ...toHeld, ...expired, ...toHeld, ...expired],
  [start, ...toHeld, ...recorded],
  [start, ...toHeld, ...recorded, ...expired, ...reversed],
];
