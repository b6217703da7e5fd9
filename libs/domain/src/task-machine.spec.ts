import fc from 'fast-check';
import { findRefusal, statusesAllowing } from './task-actions';
import {
  allInputs,
  allStates,
  backoffSeconds,
  isChangeable,
  isUnfinished,
  isValidState,
  nextAttempt,
  nextPayment,
  step,
  type TaskFacts,
  type TaskInput,
  taskParents,
  type TaskStatus,
  taskStatuses,
  workingStatuses,
} from './task-machine';
import { replay, type TaskEventLine } from './task-replay';

const facts = (status: TaskStatus, over: Partial<TaskFacts> = {}): TaskFacts => ({
  status,
  paused: false,
  leased: ['running', 'waiting_room', 'stopping'].includes(status),
  retry_count: 0,
  max_retries: 5,
  requeued: false,
  ...over,
});
const next = (from: TaskFacts, input: TaskInput) => {
  const outcome = step(from, input);
  return outcome.kind === 'change' ? outcome.next.status : outcome.kind;
};

describe('commands', () => {
  const table: Record<string, Partial<Record<TaskStatus, string>>> = {
    start: {
      idle: 'queued',
      stopped: 'queued',
      failed: 'queued',
      expired: 'queued',
      scheduled: 'already',
      queued: 'already',
      running: 'already',
      waiting_room: 'already',
    },
    stop: {
      idle: 'stopped',
      scheduled: 'stopped',
      queued: 'stopped',
      carted: 'stopped',
      running: 'stopping',
      waiting_room: 'stopping',
      stopping: 'already',
      stopped: 'already',
    },
    pause: { scheduled: 'scheduled', queued: 'queued', running: 'running', waiting_room: 'waiting_room' },
    resume: { scheduled: 'already', queued: 'already', running: 'already', waiting_room: 'already' },
  };
  for (const [type, answers] of Object.entries(table)) {
    for (const status of taskStatuses) {
      it(`${type} from ${status} is ${answers[status] ?? 'rejected'}`, () => {
        const input = (type === 'start' ? { type, ahead: false } : { type }) as TaskInput;
        expect(next(facts(status), input)).toBe(answers[status] ?? 'rejected');
      });
    }
  }

  it('start leads to scheduled while the start time is in the future', () => {
    expect(next(facts('stopped'), { type: 'start', ahead: true })).toBe('scheduled');
  });
  it('start is rejected for a deleted parent wherever it would have an effect', () => {
    for (const deleted of taskParents) {
      const input = { type: 'start', ahead: false, deleted } as const;
      expect(step(facts('failed'), input)).toEqual({ kind: 'parent_deleted', deleted });
      expect(next(facts('queued'), input)).toBe('already');
      expect(next(facts('bought'), input)).toBe('rejected');
    }
  });
  it('a leased carted task becomes stopping', () => {
    expect(next(facts('carted', { leased: true }), { type: 'stop' })).toBe('stopping');
  });
  it('start resets the retries of a finished task', () => {
    const outcome = step(facts('failed', { retry_count: 5, requeued: true }), {
      type: 'start',
      ahead: false,
    });
    expect(outcome).toMatchObject({ next: { retry_count: 0, requeued: false } });
  });
});

describe('workers and holds', () => {
  const leased = facts('running');
  it('queues again with a retry, then fails', () => {
    expect(step(leased, { type: 'fail' })).toMatchObject({
      next: { status: 'queued', retry_count: 1, leased: false },
    });
    expect(next({ ...leased, retry_count: 5 }, { type: 'fail' })).toBe('failed');
  });
  it('keeps a carted buy task carted when its worker is lost', () => {
    expect(step(facts('carted', { leased: true }), { type: 'fail' })).toMatchObject({
      next: { status: 'carted', leased: false },
    });
  });
  it('ignores a report of the current status', () => {
    for (const status of workingStatuses)
      for (const state of allStates.filter((one) => one.leased && one.status === status))
        expect(step(state, { type: 'report', status })).toEqual({ kind: 'already' });
  });
  it('releases a hold task with its hold, and keeps a buy task leased', () => {
    expect(step(leased, { type: 'hold', keepsLease: false })).toMatchObject({
      next: { status: 'carted', leased: false },
    });
    expect(step(leased, { type: 'hold', keepsLease: true })).toMatchObject({
      next: { status: 'carted', leased: true },
    });
  });
  it('queues once after all holds expired, then expires; with a confirmed seat it is bought', () => {
    const lapsed = { type: 'holds_lapsed', live: 0, confirmed: 0 } as const;
    expect(next(facts('carted'), lapsed)).toBe('queued');
    expect(next(facts('carted', { requeued: true }), lapsed)).toBe('expired');
    expect(next(facts('carted'), { ...lapsed, confirmed: 1 })).toBe('bought');
    expect(next(facts('carted'), { ...lapsed, live: 1 })).toBe('already');
  });
  it('stops when the last hold is removed, and becomes bought when none is left unpaid, from any state', () => {
    expect(next(facts('carted'), { type: 'hold_removed', live: 0, confirmed: 0 })).toBe('stopped');
    expect(next(facts('carted'), { type: 'paid', live: 1, confirmed: 1 })).toBe('already');
    for (const status of taskStatuses.filter((s) => s !== 'bought')) {
      const outcome = step(facts(status), { type: 'paid', live: 0, confirmed: 1 });
      expect(outcome).toMatchObject({ next: { status: 'bought', leased: false } });
    }
  });
  it('leaves bought when the record is reversed: carted with live holds, else stopped, unless other seats were bought', () => {
    const reversed = (live: number, confirmed: number) => ({ type: 'reversed', live, confirmed }) as const;
    expect(next(facts('bought'), reversed(1, 0))).toBe('carted');
    expect(next(facts('bought'), reversed(1, 1))).toBe('carted');
    expect(next(facts('bought'), reversed(0, 0))).toBe('stopped');
    expect(next(facts('bought'), reversed(0, 1))).toBe('already');
    for (const status of taskStatuses.filter((one) => one !== 'bought'))
      expect(next(facts(status), reversed(1, 0))).toBe('already');
  });
  it.each(['mark_bought', 'purchase'] as const)('%s makes all but idle bought, without a worker', (type) => {
    expect(taskStatuses.filter((status) => next(facts(status), { type }) === 'rejected')).toEqual(['idle']);
    for (const status of taskStatuses.filter((one) => one !== 'idle' && one !== 'bought'))
      expect(step(facts(status), { type })).toMatchObject({ next: { status: 'bought', leased: false } });
  });
  it('backs off from 5 s, doubling, to 5 min', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 30].map(backoffSeconds)).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
  });
});

describe('any sequence of events', () => {
  const anyInput: fc.Arbitrary<TaskInput> = fc.oneof(
    fc.record({ type: fc.constant('start' as const), ahead: fc.boolean() }),
    fc.record({
      type: fc.constantFrom(
        'stop',
        'pause',
        'resume',
        'due',
        'lease',
        'fail',
        'release',
        'mark_bought',
        'purchase',
      ),
    }) as fc.Arbitrary<TaskInput>,
    fc.record({
      type: fc.constant('report' as const),
      status: fc.constantFrom('running' as const, 'waiting_room' as const),
    }),
    fc.record({ type: fc.constant('hold' as const), keepsLease: fc.boolean() }),
    fc.record({
      type: fc.constantFrom(
        'paid' as const,
        'holds_lapsed' as const,
        'hold_removed' as const,
        'reversed' as const,
      ),
      live: fc.nat(2),
      confirmed: fc.nat(2),
    }),
  );

  it('keeps lease, pause flag and retries valid, and bought final but for a reversal', () => {
    fc.assert(
      fc.property(fc.array(anyInput, { maxLength: 60 }), (inputs) => {
        let now = facts('idle');
        for (const input of inputs) {
          const outcome = step(now, input);
          if (outcome.kind === 'rejected') expect(outcome.allowed.length).toBeGreaterThan(0);
          if (outcome.kind !== 'change') continue;
          if (input.type !== 'reversed') expect(now.status).not.toBe('bought');
          const after = outcome.next;
          expect(after).not.toEqual(now);
          if (['running', 'waiting_room', 'stopping'].includes(after.status)) expect(after.leased).toBe(true);
          if (after.leased) expect(isUnfinished(after.status)).toBe(true);
          if (after.paused)
            expect(['scheduled', 'queued', 'running', 'waiting_room']).toContain(after.status);
          now = after;
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('what screens use', () => {
  it('names the possible commands, and the reasons for the rest', () => {
    expect(findRefusal('start', { status: 'failed', paused: false })).toBeUndefined();
    expect(findRefusal('start', { status: 'queued', paused: false })).toEqual({ code: 'ALREADY' });
    expect(findRefusal('pause', { status: 'carted', paused: false })).toEqual({
      code: 'INVALID_STATE',
      allowed: ['scheduled', 'queued', 'running', 'waiting_room'],
    });
    expect(findRefusal('pause', { status: 'running', paused: true })).toEqual({ code: 'ALREADY' });
    expect(findRefusal('mark_bought', { status: 'idle', paused: false })).toMatchObject({
      code: 'INVALID_STATE',
    });
  });
  it('can be edited while no worker has it, which only a carted status leaves open', () => {
    const changeable = ['idle', 'scheduled', 'queued', 'carted', 'stopped', 'bought', 'failed', 'expired'];
    expect(statusesAllowing('edit')).toEqual(changeable);
    expect(findRefusal('edit', { status: 'running', paused: true })).toEqual({
      code: 'INVALID_STATE',
      allowed: changeable,
    });
    for (const state of allStates) expect(isChangeable(state)).toBe(!state.leased);
  });
  it('names the statuses in which a command has an effect', () => {
    expect(statusesAllowing('start')).toEqual(['idle', 'stopped', 'failed', 'expired']);
    expect(statusesAllowing('stop')).toEqual([
      'idle',
      'scheduled',
      'queued',
      'running',
      'waiting_room',
      'carted',
    ]);
    expect(statusesAllowing('resume')).toEqual(['scheduled', 'queued', 'running', 'waiting_room']);
  });
});

describe('states', () => {
  it('lead only to valid states by every input, and can all be reached from idle', () => {
    const name = ({ status, paused, leased, retry_count, requeued }: TaskFacts) =>
      [status, paused, leased, Math.min(retry_count, 1), requeued].join();
    const seen = new Map([[name(facts('idle')), facts('idle', { max_retries: 1 })]]);
    for (const state of seen.values()) {
      expect(isValidState(state)).toBe(true);
      for (const input of allInputs) {
        const outcome = step(state, input);
        if (outcome.kind === 'change' && !seen.has(name(outcome.next)))
          seen.set(name(outcome.next), outcome.next);
      }
    }
    expect(new Set([...seen.values()].map(({ status }) => status))).toEqual(new Set(taskStatuses));
    expect(allStates.map(name)).toEqual(expect.arrayContaining([...seen.keys()]));
  });
});

describe('a timeline', () => {
  const made: TaskEventLine = { what: 'create', from: null, to: 'idle' };
  const line = (what: string, from: TaskStatus, to: TaskStatus): TaskEventLine => ({ what, from, to });
  const hold = { mode: 'hold', max_retries: 5 } as const;

  it('replays to the state of the row, across entries that change no state', () => {
    const lines = [
      made,
      line('start', 'idle', 'queued'),
      line('change', 'queued', 'queued'),
      line('lease', 'queued', 'running'),
      line('pause', 'running', 'running'),
      line('fail', 'running', 'queued'),
    ];
    expect(replay(lines, hold)).toEqual(facts('queued', { paused: true, retry_count: 1 }));
  });
  it('distinguishes a released hold task from a buy task that keeps its worker', () => {
    const lines = [
      made,
      line('start', 'idle', 'queued'),
      line('lease', 'queued', 'running'),
      line('hold', 'running', 'carted'),
    ];
    expect(replay(lines, hold).leased).toBe(false);
    expect(replay(lines, { ...hold, mode: 'buy' }).leased).toBe(true);
  });
  it('names the entry that cannot follow', () => {
    expect(() => replay([made, line('lease', 'idle', 'running')], hold)).toThrow(
      "Line 2: lease doesn't lead",
    );
    expect(() => replay([made, line('stop', 'queued', 'stopped')], hold)).toThrow('the task was idle');
    expect(() => replay([], hold)).toThrow('begins with');
  });
});

describe('what is known of a payment', () => {
  const none = { buys: true, leaseBegins: false, leaseEnds: false, order: null };
  it.each([
    ['a lease makes one possible', null, { leaseBegins: true }, 'possible'],
    ['but not for a task that only holds', null, { leaseBegins: true, buys: false }, null],
    ['a lost worker leaves it unknown', 'possible', { leaseEnds: true }, 'unknown'],
    ['"unpaid" says that this worker paid nothing', 'possible', { leaseEnds: true, order: 'unpaid' }, null],
    ['and nothing of an earlier worker', 'unknown', { leaseEnds: true, order: 'unpaid' }, 'unknown'],
    ['a later lease keeps what is unknown', 'unknown', { leaseBegins: true }, 'unknown'],
    ['a recorded payment settles it', 'unknown', { leaseEnds: true, order: 'recorded' }, null],
    ['anything else leaves it', 'possible', {}, 'possible'],
  ] as const)('%s', (_, before, change, after) => {
    expect(nextPayment(before, { ...none, ...change })).toBe(after);
  });
});

describe('when a worker may have a task', () => {
  const times = { scheduledAt: 'start', nextAttemptAt: 'later', retryAfter: 0 };
  it('is after the backoff of a failed attempt, or what the site asked for', () => {
    const failed = facts('queued', { retry_count: 2 });
    expect(nextAttempt(failed, { type: 'fail' }, times).ready).toEqual({ at: null, inSeconds: 10 });
    expect(nextAttempt(failed, { type: 'fail' }, { ...times, retryAfter: 90 }).ready.inSeconds).toBe(90);
    expect(nextAttempt(facts('failed'), { type: 'fail' }, times).delay).toEqual({
      at: null,
      inSeconds: null,
    });
  });

  it.each(['pause', 'resume'] as const)('is not sooner because of %s', (type) => {
    const { ready, delay } = nextAttempt(facts('queued'), { type }, times);
    expect(delay).toEqual({ at: 'later', inSeconds: null });
    expect(ready).toEqual({ at: 'later', inSeconds: 0 });
  });

  it('is the start of a scheduled task, else at once', () => {
    expect(nextAttempt(facts('scheduled'), { type: 'start' }, times).ready.at).toBe('start');
    const without = { ...times, scheduledAt: null };
    expect(nextAttempt(facts('scheduled'), { type: 'start' }, without).ready).toEqual({
      at: null,
      inSeconds: 0,
    });
    expect(nextAttempt(facts('queued'), { type: 'start' }, times).ready).toEqual({ at: null, inSeconds: 0 });
  });
});
