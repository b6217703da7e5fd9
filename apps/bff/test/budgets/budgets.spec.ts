import fc from 'fast-check';
import { sumAmounts } from '@tessera/domain';
import type { BudgetDto } from '../../src/purchases/budgets/budgets.dto';
import { startApp, startBeside, type TestApp } from '../app';
import { concurrently } from '../concurrently';
import { type Buying, startBuying } from './buying';

/** `npm run prove -- budgets` sets a higher number. */
const runs = Number(process.env.BUDGETS_RUNS ?? 3);
const seed = Number(process.env.BUDGETS_SEED ?? 20_261_130);
const path = process.env.BUDGETS_PATH;
const STEPS = 60;

/** What happens in one step; numbers choose a task or a record, modulo how many there are. */
type Act =
  | { does: 'hold'; from: number; tasks: number; pence: number; currency: 'GBP' | 'JPY'; isCut: boolean }
  | {
      does: 'repeat' | 'expire' | 'remove' | 'lease_over' | 'confirm' | 'confirm_late' | 'pay' | 'reverse';
      of: number;
    }
  | { does: 'sweep' }
  | { does: 'set_event' | 'set_month' | 'set_job' | 'rule'; pence: number | null }
  | { does: 'ask'; kind: 'event' | 'month' | 'job'; pence: number; isWithdrawn: boolean };

const repeated = <T>(value: T, times: number): T[] => Array.from({ length: times }, () => value);
const of = fc.nat(99);
const pence = fc.integer({ min: 1, max: 9000 });
const amount = fc.option(fc.integer({ min: 0, max: 60_000 }), { freq: 8 });
const anyAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      does: fc.constant('hold' as const),
      from: of,
      tasks: fc.integer({ min: 1, max: 20 }),
      pence,
      currency: fc.constantFrom(...repeated('GBP' as const, 3), 'JPY' as const),
      isCut: fc.constantFrom(...repeated(false, 4), true),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      does: fc.constantFrom(
        'repeat' as const,
        ...repeated('expire' as const, 2),
        'remove' as const,
        'lease_over' as const,
        'confirm' as const,
        'confirm_late' as const,
        ...repeated('pay' as const, 2),
        'reverse' as const,
      ),
      of,
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('sweep' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom('set_event' as const, 'set_month' as const, 'set_job' as const, 'rule' as const),
      pence: amount,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('ask' as const),
      kind: fc.constantFrom('event' as const, 'month' as const, 'job' as const),
      pence: fc.integer({ min: 20_000, max: 80_000 }),
      isWithdrawn: fc.boolean(),
    }),
  },
);

/** What people state, which no budget refuses. */
const facts: readonly Act['does'][] = ['confirm', 'confirm_late', 'pay', 'reverse'];

const keyOf = ({ kind, currency }: BudgetDto) => `${kind} ${currency}`;
const usedOf = ({ spent, reserved }: BudgetDto) => sumAmounts([spent, reserved]);

describe('budgets while a hundred workers, people and time act', () => {
  let app: TestApp;
  let beside: TestApp;
  beforeAll(async () => {
    app = await startApp();
    beside = await startBeside(app);
  });
  afterAll(async () => {
    await beside.close();
    await app.close();
  });

  it(
    'are never exceeded by what is reserved, and add up after each step',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyAct, { minLength: STEPS, maxLength: STEPS }), async (acts) => {
          const buying = await startBuying([app, beside]);
          let before = new Map((await buying.balances()).map((balance) => [keyOf(balance), balance]));
          const done: string[] = [];
          for (const act of acts) {
            done.push(`${JSON.stringify(act)} → ${await perform(buying, act)}`);
            const balances = await buying.balances();
            const faults = [
              ...(await faultsOf(buying, balances)),
              ...balances.filter((balance) => isExceededBy(act, balance, before.get(keyOf(balance)))),
            ];
            if (faults.length > 0) throw new Error(`${done.join('\n')}\n${JSON.stringify(faults, null, 1)}`);
            before = new Map(balances.map((balance) => [keyOf(balance), balance]));
          }
          await buying.end();
        }),
        { numRuns: runs, seed, path, endOnFailure: true },
      );
    },
    Math.max(300_000, runs * 60_000),
  );
});

/** Whether an act made a budget be exceeded, or exceeded further: only a lower budget and facts may. */
function isExceededBy(act: Act, balance: BudgetDto, before: BudgetDto | undefined): boolean {
  if (facts.includes(act.does)) return false;
  const used = usedOf(balance);
  return used > balance.amount && used > (before ? usedOf(before) : used);
}

/** Where a balance isn't the sum of its rows, or its parts aren't the budget. */
async function faultsOf(buying: Buying, balances: readonly BudgetDto[]): Promise<object[]> {
  const sums = await buying.sums();
  return balances.filter(({ kind, currency, amount, spent, reserved, free }) => {
    const rows = sums.find((sum) => sum.kind === kind && sum.currency === currency);
    return (
      sumAmounts([free, reserved, spent]) !== amount ||
      spent !== (rows?.spent ?? 0) ||
      reserved !== (rows?.reserved ?? 0)
    );
  });
}

async function perform(buying: Buying, act: Act): Promise<string> {
  switch (act.does) {
    case 'hold': {
      const { from, tasks, currency, isCut } = act;
      const price = currency === 'JPY' ? act.pence : act.pence / 100;
      const held = await concurrently(tasks, async (index) => {
        if (!isCut) return buying.hold(from + index, { price, currency });
        // Whether seats are held whose answer is lost isn't known.
        const holding = buying.hold(from + index, { price, currency }).catch(() => 'LOST');
        if (index % 3 === 1) await buying.cut();
        return holding;
      });
      return held.join(' ');
    }
    case 'rule':
      return buying.rule(act.pence === null ? null : act.pence / 100);
    case 'ask':
      return buying.ask(act.kind, act.pence / 100, act.isWithdrawn);
    case 'set_event':
    case 'set_month':
    case 'set_job':
      return buying.set(act.does, act.pence === null ? null : act.pence / 100);
    case 'sweep':
      return buying.sweep();
    default:
      return buying.act(act.does, act.of);
  }
}
