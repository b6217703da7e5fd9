import fc from 'fast-check';

/** An action of one of two people on one of the tasks; for a task of the other realm, of that realm's person. */
export interface PersonAct {
  by: 'person';
  who: number;
  task: number;
  does:
    | 'start'
    | 'stop'
    | 'pause'
    | 'resume'
    | 'mark_bought'
    | 'purchase'
    | 'remove'
    | 'close_check'
    /** Records the task's live seats as paid, although nobody has paid them. */
    | 'record_falsely'
    /** Takes back a false record. */
    | 'reverse';
}
/** A person states that one or all seats of a task were paid. */
export interface ConfirmAct {
  by: 'person';
  who: number;
  task: number;
  does: 'confirm';
  which: number | 'all';
  late: boolean;
}
/**
 * An action of one of two workers under one of its leases, as the protocol requires. `proves`: it checks its lease before it
 * pays, and was not asleep; `reports`: it lives long enough to report what it paid.
 */
export interface WorkerAct {
  by: 'worker';
  who: 0 | 1;
  does: 'lease' | 'hold' | 'pay' | 'fail' | 'release' | 'settle';
  seats: number;
  proves: boolean;
  reports: boolean;
}
/** Time passes, by changing the instants of rows. */
export interface TimeAct {
  by: 'time';
  task: number;
  does: 'lapse' | 'grow_old' | 'lease_over' | 'backoff_over' | 'check_due' | 'sweep';
}
export type Act = PersonAct | ConfirmAct | WorkerAct | TimeAct;

export const TASKS = 5;
const task = fc.nat(TASKS - 1);
const who = fc.constantFrom(0 as const, 1 as const);

const person = fc.record({
  by: fc.constant('person' as const),
  who,
  task,
  does: fc.oneof(
    { weight: 10, arbitrary: fc.constant('start' as const) },
    { weight: 5, arbitrary: fc.constant('stop' as const) },
    {
      weight: 5,
      arbitrary: fc.constantFrom(
        'pause' as const,
        'resume' as const,
        'remove' as const,
        'close_check' as const,
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom('purchase' as const, 'mark_bought' as const) },
    { weight: 2, arbitrary: fc.constantFrom('record_falsely' as const, 'reverse' as const) },
  ),
});
const confirm = fc.record({
  by: fc.constant('person' as const),
  who,
  task,
  does: fc.constant('confirm' as const),
  which: fc.oneof(fc.constant('all' as const), fc.nat(3)),
  late: fc.boolean(),
});
const worker = fc.record({
  by: fc.constant('worker' as const),
  who,
  does: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('lease' as const, 'hold' as const) },
    { weight: 5, arbitrary: fc.constantFrom('pay' as const, 'settle' as const) },
    { weight: 1, arbitrary: fc.constantFrom('fail' as const, 'release' as const) },
  ),
  seats: fc.integer({ min: 1, max: 2 }),
  proves: fc.oneof(fc.constant(true), fc.boolean()),
  reports: fc.boolean(),
});
const time = fc.record({
  by: fc.constant('time' as const),
  task,
  does: fc.constantFrom(
    'lapse' as const,
    'lapse' as const,
    'grow_old' as const,
    'lease_over' as const,
    'backoff_over' as const,
    'check_due' as const,
    'sweep' as const,
    'sweep' as const,
  ),
});

const byWorker = (does: WorkerAct['does'], more: Partial<WorkerAct> = {}): WorkerAct => ({
  by: 'worker',
  who: 0,
  does,
  seats: 2,
  proves: true,
  reports: true,
  ...more,
});
const byPerson = (does: PersonAct['does']): PersonAct => ({ by: 'person', who: 0, task: 0, does });
const byTime = (does: TimeAct['does']): TimeAct => ({ by: 'time', task: 0, does });
const held = [byWorker('lease'), byWorker('hold')];
const died = [...held, byWorker('pay', { reports: false })];

/** Starts of a run that random actions rarely reach. The first task buys, and is leased first. */
export const beginnings: readonly (readonly Act[])[] = [
  [],
  [...held, byWorker('lease', { who: 1 }), byWorker('hold', { who: 1 })],
  [...died, byPerson('stop'), byTime('lease_over'), byTime('sweep')],
  [...died, byTime('lease_over'), byTime('lapse'), byTime('sweep'), byTime('backoff_over')],
  [
    ...held,
    byTime('lease_over'),
    byTime('sweep'),
    byPerson('stop'),
    byWorker('pay', { proves: false, reports: false }),
  ],
  [...held, byTime('lapse'), byTime('sweep'), byWorker('lease', { who: 1 }), byWorker('hold', { who: 1 })],
  [...held, byPerson('record_falsely'), byPerson('reverse')],
  [
    ...held,
    byPerson('record_falsely'),
    byTime('lapse'),
    byTime('sweep'),
    byWorker('lease', { who: 1 }),
    byWorker('hold', { who: 1 }),
  ],
];

/** Any action; most are workers'. */
export const anyAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: person },
  { weight: 2, arbitrary: confirm },
  { weight: 7, arbitrary: worker },
  { weight: 3, arbitrary: time },
);
