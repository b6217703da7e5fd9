import fc from 'fast-check';
import { isUnfinished, isValidState, replay } from '@tessera/domain';
import { startApp, type TestApp } from '../app';
import { type Act, anyStep, beginnings, type Step } from './acts';
import { Rig, type Run, type StoredIds, type StoredTask } from './rig';
import {
  indexesOf,
  newModel,
  predict,
  type Predicted,
  recordedOf,
  type ResultCode,
  type TaskModel,
} from './task-model';

/** `npm run prove -- model` sets a higher number. */
const runs = Number(process.env.MODEL_RUNS ?? 12);
const seed = Number(process.env.MODEL_SEED ?? 20_261_121);
const STEPS = 60;

/** The totals of all runs, for the report. */
const totals = { steps: 0, acts: 0, races: 0, pairs: new Set<string>(), statuses: new Set<string>() };

describe('a task that two people and a worker act on while time passes', () => {
  let app: TestApp;
  let rig: Rig;
  beforeAll(async () => {
    app = await startApp();
    rig = await Rig.in(app);
  });
  afterAll(() => app.close());

  it(
    'behaves as the model for any actions, concurrent ones too, and its timeline replays to its row',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom('hold' as const, 'buy' as const),
          fc.constantFrom(0, 2),
          fc.constantFrom(...beginnings),
          fc.array(anyStep, { minLength: STEPS, maxLength: STEPS }),
          async (mode, maxRetries, beginning, steps) => {
            const run = await rig.begin(mode, maxRetries);
            try {
              await follow(run, newModel(mode, maxRetries), [...beginning, ...steps]);
            } finally {
              await run.end();
            }
          },
        ),
        { numRuns: runs, seed, endOnFailure: false },
      );
      if (process.env.MODEL_RUNS)
        process.stdout.write(
          `${runs} runs, seed ${seed}: ${totals.steps} steps, ${totals.acts} actions, ${totals.races} of them concurrent, ` +
            `${totals.pairs.size} pairs of status and act; statuses: ${[...totals.statuses].join(', ')}\n`,
        );
    },
    Math.max(300_000, runs * 10_000),
  );
});

/** Performs each step in the API and in the model, and compares responses and stored rows. */
async function follow(run: Run, initial: TaskModel, steps: readonly Step[]): Promise<void> {
  let model = initial;
  let stored: StoredTask & StoredIds = await run.readStored();
  const done: string[] = [];
  for (const step of steps) {
    const acts = step.filter((act) => predict(model, act) !== null);
    totals.steps += 1;
    if (acts.length === 0) continue;
    for (const act of acts) totals.pairs.add(`${model.facts.status} ${nameOf(act)}`);
    totals.acts += acts.length;
    if (acts.length > 1) totals.races += acts.length;
    const before = model;
    const ids = stored;
    const responses = await Promise.all(acts.map((act) => run.do(act, before, ids)));
    stored = await run.readStored();
    done.push(`${acts.map(nameOf).join(' + ')}: ${responses.join(' + ')} → ${stored.status}`);
    const fits = orders(acts).flatMap((order) => outcomeOf(before, acts, order));
    const match = fits.find(
      ({ results, model: after }) => results.join() === responses.join() && isSame(after, stored, run),
    );
    if (!match) {
      const expected = fits.map(({ results, model: after }) => ({ results, ...shown(after) }));
      const got = { results: responses, ...stored };
      throw new Error(`${done.join('\n')}\nexpected ${JSON.stringify(expected)}\ngot ${JSON.stringify(got)}`);
    }
    model = match.model;
    totals.statuses.add(stored.status);
    expect(isValidState(stored)).toBe(true);
    expect(stored.tickets).toBe(stored.holds.filter((status) => status === 'confirmed').length);
    expect(stored.counted).toBe(stored.unfinished);
  }
  const replayed = replay(await run.timeline(), {
    mode: model.mode,
    max_retries: model.facts.max_retries,
  });
  expect({ done, facts: replayed }).toEqual({ done, facts: model.facts });
}

/** The orders in which concurrent actions may have happened. */
const orders = (acts: readonly Act[]): number[][] =>
  acts.length === 2
    ? [
        [0, 1],
        [1, 0],
      ]
    : [[0]];

/** The results of actions, by index, and the resulting model, when they happen in this order. */
function outcomeOf(
  model: TaskModel,
  acts: readonly Act[],
  order: readonly number[],
): { results: ResultCode[]; model: TaskModel }[] {
  const results: ResultCode[] = [];
  let now = model;
  for (const index of order) {
    const outcome: Predicted | null = predict(now, fixed(acts[index]!, model));
    if (!outcome) return [];
    results[index] = outcome.result;
    now = outcome.model;
  }
  return [{ results, model: now }];
}

/** The holds and records that an action names are chosen before any concurrent action. */
function fixed(act: Act, model: TaskModel): Act {
  if (!('which' in act)) return act;
  const choose = act.does === 'reverse' ? recordedOf : indexesOf;
  return { ...act, which: choose(model.holds, act.which) };
}

const shown = ({ facts: { max_retries: _, ...facts }, ahead, backsOff, holds }: TaskModel) => ({
  ...facts,
  ahead,
  backs_off: backsOff,
  finished: !isUnfinished(facts.status),
  holds: holds.map(({ status }) => status),
});

function isSame(model: TaskModel, stored: StoredTask, run: Run): boolean {
  const { lease_id, unfinished: _u, counted: _c, tickets: _t, ...rest } = stored;
  const wanted = shown(model);
  const same = (Object.keys(wanted) as (keyof typeof wanted)[]).every(
    (name) => JSON.stringify(wanted[name]) === JSON.stringify(rest[name]),
  );
  return same && lease_id === (model.facts.leased ? (run.leases.at(-1)?.lease_id ?? null) : null);
}

const nameOf = (act: Act): string =>
  [
    act.by,
    act.does,
    'command' in act && act.command,
    'status' in act && act.status,
    'which' in act && act.which,
  ]
    .filter((word) => word !== false)
    .join(' ');
