import { Injectable } from '@nestjs/common';
import { sumAmounts } from '@tessera/domain';
import { pipelined } from '../../platform/database/pipelining';
import type { Tx } from '../../platform/database/transactions';
import { ApiError } from '../../platform/errors/api-error';
import { Commitments } from '../../work';
import { type Balance, type Budget, BudgetsRepository, type SeatOwner } from './budgets.repository';

/** The price of a seat; of records that have none, null. */
export interface SeatPrice {
  price: number | null;
  currency: string | null;
}

/** A seat that a task reserves: its price, and what this adds to what was reserved for it before. */
export interface ReservedSeat {
  price: number;
  adds: number;
  currency: string | null;
}

/** What a worker may spend on a task: at most `left` in all, `per_seat` on each seat; null: no budget of this kind. */
export interface Allowance {
  currency: string;
  left: number | null;
  per_seat: number | null;
}

/**
 * The one place where budgets bind. They are locked last, after the customers; what is reserved and spent is the sum of the
 * live holds and of the tickets, so that reserving is inserting a hold, and nothing can drift.
 */
@Injectable()
export class Budgets {
  constructor(
    private readonly budgets: BudgetsRepository,
    private readonly commitments: Commitments,
  ) {}

  /**
   * Checks the seats that a task has just reserved. The caller shares the realm's budgets already, and has inserted the holds,
   * which an error takes back.
   *
   * @throws 409 BUDGET_REACHED with the budget, its balance before and what was asked, when they exceed a budget or have
   *   another currency; under rules of approval, also without a budget of the job, or of a task without a job
   */
  async requireRoom(tx: Tx, owner: SeatOwner, seats: readonly ReservedSeat[]): Promise<void> {
    if (seats.length === 0) return;
    const [applying, hasRules] = await pipelined([
      this.budgets.findApplying(tx, [owner]),
      this.commitments.hasRules(tx, owner.realm_id),
    ]);
    const counted = owner.job_id === null ? 'task' : 'job';
    if (hasRules && !applying.some(({ kind }) => kind === counted)) throw notApproved(counted, seats);
    if (applying.length === 0) return;
    await this.budgets.lock(tx, applying);
    const balances = await this.budgets.readBalances(tx, [owner]);
    for (const [currency, sameCurrency] of Map.groupBy(seats, (seat) => seat.currency)) {
      for (const sameKind of Map.groupBy(balances, ({ kind }) => kind).values()) {
        const balance = sameKind.find((one) => one.currency === currency);
        if (!balance) throw otherCurrency(sameKind, currency);
        requireWithin(balance, sameCurrency);
      }
    }
  }

  /** The balances of the budgets that apply to tasks, as they are now. */
  readBalances(tx: Tx, owners: readonly SeatOwner[]): Promise<Balance[]> {
    return this.budgets.readBalances(tx, owners);
  }

  /** Flags recorded purchases where more is spent and reserved than a budget allows. They are facts: nothing refuses them. */
  async flagOver(tx: Tx, tickets: readonly (SeatOwner & SeatPrice & { ticket_id: number })[]): Promise<void> {
    await this.budgets.share(tx, [...new Set(tickets.map(({ realm_id }) => realm_id))]);
    const applying = await this.budgets.findApplying(tx, tickets);
    if (applying.length === 0) return;
    await this.budgets.lock(tx, applying);
    const balances = await this.budgets.readBalances(tx, tickets);
    const over = tickets.filter((ticket) =>
      balances.some(
        (balance) => appliesTo(balance, ticket) && ticket.price !== null && isOver(balance, ticket),
      ),
    );
    if (over.length === 0) return;
    await this.budgets.flag(
      tx,
      over.map(({ ticket_id }) => ticket_id),
    );
  }
}

/** What is left of a budget; negative when it is exceeded. */
const freeOf = ({ amount, spent, reserved }: Pick<Balance, 'amount' | 'spent' | 'reserved'>): number =>
  sumAmounts([amount, -spent, -reserved]);

/** Whether a budget is about a task's seats. */
const appliesTo = ({ kind, realm_id, id }: Budget, owner: SeatOwner): boolean =>
  realm_id === owner.realm_id &&
  id ===
    { seat: owner.task_id, task: owner.task_id, job: owner.job_id, event: owner.event_id, month: realm_id }[
      kind
    ];

/** Whether a recorded purchase exceeds a budget: of another currency alone it doesn't, as the ledger shows it. */
const isOver = (balance: Balance, { price, currency }: SeatPrice): boolean =>
  balance.currency === currency &&
  (balance.kind === 'seat' ? (price ?? 0) > balance.amount : freeOf(balance) < 0);

/** @throws 409 when a seat costs too much, or when more is reserved and spent than the budget allows */
function requireWithin(balance: Balance, seats: readonly ReservedSeat[]): void {
  const { kind, amount, currency, spent, reserved } = balance;
  const ofSeat = kind === 'seat';
  const asked = ofSeat
    ? Math.max(...seats.map(({ price }) => price))
    : sumAmounts(seats.map(({ adds }) => adds));
  const free = ofSeat ? sumAmounts([amount, -asked]) : freeOf(balance);
  if (free >= 0) return;
  const before = ofSeat ? 0 : sumAmounts([reserved, -asked]);
  const room = ofSeat ? amount : Math.max(0, sumAmounts([free, asked]));
  throw new ApiError(
    'BUDGET_REACHED',
    `The ${names[kind]} has room for ${money(room, currency)}, and ${money(asked, currency)} was asked`,
    { context: { budget: kind, limit: amount, spent, reserved: before, asked, room, currency } },
  );
}

/** An amount as people write it: "£12.00". */
const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 3,
  }).format(amount);

const names = {
  seat: 'budget of a seat',
  task: 'budget of the task',
  job: 'budget of the job',
  event: 'budget of the event',
  month: 'budget of the month',
} as const satisfies Record<Budget['kind'], string>;

const otherCurrency = ([budget]: readonly Balance[], currency: string | null): ApiError =>
  new ApiError('BUDGET_REACHED', `There is no budget in ${currency ?? 'an unknown currency'}`, {
    reason: 'BUDGET_CURRENCY',
    context: { budget: budget?.kind, limit: 0, spent: 0, reserved: 0, room: 0, currency },
  });

/** What was launched before the rules, without a budget, was never counted. */
const notApproved = (budget: 'task' | 'job', seats: readonly ReservedSeat[]): ApiError =>
  new ApiError('BUDGET_REACHED', `The ${budget} has no budget, and its realm approves sums`, {
    reason: 'NOT_APPROVED',
    context: { budget, limit: 0, spent: 0, reserved: 0, room: 0, currency: seats[0]?.currency ?? null },
  });

/**
 * What a worker may spend on a task: the least that its budgets leave, and nothing where a kind has no budget in the currency.
 *
 * @param balances those of its budgets, and of others
 * @param siteCurrency the currency that is preferred where there are budgets in several
 */
export function allowanceOf(
  balances: readonly Balance[],
  owner: SeatOwner,
  siteCurrency: string | null,
): Allowance | null {
  const own = balances.filter((balance) => appliesTo(balance, owner));
  const currency = own.some((one) => one.currency === siteCurrency) ? siteCurrency : own[0]?.currency;
  if (!currency) return null;
  const kinds = [...Map.groupBy(own, ({ kind }) => kind).values()];
  const budgets = kinds.map((sameKind) => sameKind.find((one) => one.currency === currency));
  const rooms = budgets.map((one) => (one?.kind === 'seat' ? Infinity : one ? Math.max(0, freeOf(one)) : 0));
  const left = Math.min(...rooms);
  return {
    currency,
    left: left === Infinity ? null : left,
    per_seat: budgets.find((one) => one?.kind === 'seat')?.amount ?? null,
  };
}
