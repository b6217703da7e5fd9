import { isValidState, isUnfinished, replay } from '@tessera/domain';
import fc from 'fast-check';
import { startApp, type TestApp } from '../app';
import { anyStep, beginnings, type Act, type Step } from './acts';
import { Rig, type Run, type Seen } from './rig';
import { made, named, predict, type Predicted, type Said, type TaskModel } from './task-model';

/** `npm run model` sets a higher number. */
const runs = Number(process.env.MODEL_RUNS ?? 12);
const seed = Number(process.env.MODEL_SEED ?? 20_261_121);
const STEPS = 50;

/** What happened in all runs, for the report. */
const met = { steps: 0, acts: 0, races: 0, pairs: new Set<string>(), statuses: new Set<string>() };

describe('a task under two people, a worker and time', () => {
  let app: TestApp;
  let rig: Rig;
  beforeAll(async () => {
    app = await startApp();
    rig = await Rig.in(app);
  }, 60_000);
  afterAll(() => app.close());

  it(
    'does what the model says, whatever is done and whatever is done at once, and its timeline replays to its row',
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
              await follow(run, made(mode, maxRetries), [...beginning, ...steps]);
            } finally {
              await run.end();
            }
          },
        ),
        { numRuns: runs, seed, endOnFailure: false },
      );
      if (process.env.MODEL_RUNS)
        process.stdout.write(
          `${runs} runs, seed ${seed}: ${met.steps} steps, ${met.acts} acts of which ${met.races} at the same moment as ` +
            `another; ${met.pairs.size} pairs of status and act; statuses: ${[...met.statuses].join(', ')}\n`,
        );
    },
    Math.max(120_000, runs * 10_000),
  );
});

/** Performs each step in the API and in the model, and compares answers and stored rows. */
async function follow(run: Run, begun: TaskModel, steps: readonly Step[]): Promise<void> {
  let model = begun;
  let holdIds: readonly number[] = [];
  const done: string[] = [];
  for (const step of steps) {
    const acts = step.filter((act) => predict(model, act) !== null);
    met.steps += 1;
    if (acts.length === 0) continue;
    for (const act of acts) met.pairs.add(`${model.facts.status} ${nameOf(act)}`);
    met.acts += acts.length;
    if (acts.length > 1) met.races += acts.length;
    const before = model;
    const ids = holdIds;
    const answers = await Promise.all(acts.map((act) => run.do(act, before, ids)));
    const seen = await run.see();
    done.push(`${acts.map(nameOf).join(' + ')}: ${answers.join(' + ')} → ${seen.status}`);
    const fits = orders(acts).flatMap((order) => outcomeOf(before, acts, order));
    const found = fits.find(
      ({ said, model: after }) => said.join() === answers.join() && isSame(after, seen, run),
    );
    if (!found) {
      const expected = fits.map(({ said, model: after }) => ({ said, ...shown(after) }));
      const got = { said: answers, ...seen };
      throw new Error(`${done.join('\n')}\nexpected ${JSON.stringify(expected)}\ngot ${JSON.stringify(got)}`);
    }
    model = found.model;
    holdIds = seen.hold_ids;
    met.statuses.add(seen.status);
    expect(isValidState(seen)).toBe(true);
    expect(seen.tickets).toBe(seen.holds.filter((status) => status === 'confirmed').length);
    expect(seen.places).toBe(seen.unfinished);
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

/** The answers to actions, by index, and the resulting model, when they happen in this order. */
function outcomeOf(
  model: TaskModel,
  acts: readonly Act[],
  order: readonly number[],
): { said: Said[]; model: TaskModel }[] {
  const said: Said[] = [];
  let now = model;
  for (const place of order) {
    const outcome: Predicted | null = predict(now, fixed(acts[place]!, model));
    if (!outcome) return [];
    said[place] = outcome.said;
    now = outcome.model;
  }
  return [{ said, model: now }];
}

/** The holds that an action names are chosen before any concurrent action. */
const fixed = (act: Act, model: TaskModel): Act =>
  'which' in act ? { ...act, which: named(model.holds, act.which) } : act;

const shown = ({ facts: { max_retries: _, ...facts }, backsOff, holds }: TaskModel) => ({
  ...facts,
  backs_off: backsOff,
  finished: !isUnfinished(facts.status),
  holds: holds.map(({ status }) => status),
});

function isSame(model: TaskModel, seen: Seen, run: Run): boolean {
  const { lease_id, unfinished: _u, places: _p, tickets: _t, ...rest } = seen;
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
