import { sumAmounts } from '@tessera/domain';
import { ApiError } from '../../platform/errors/api-error';
import type { ErrorReason } from '../../platform/errors/error-reasons';
import { type ApprovalRules, type Commitment, type LimitName, limitNames } from './commitments.repository';

/** A sum that a change would commit to an event; null: without a bound, or unknown. */
export interface AskedSum {
  event_id: number;
  amount: number | null;
  currency: string | null;
}

/** Why a change needs an approval: the rule, what is committed already, and what was asked. */
export interface ApprovalNeed {
  rule: LimitName;
  limit: number;
  committed: number;
  asked: number | null;
  currency: string | null;
}

/** What is committed to an event, or to all events in this month, in the currency of the rules. */
export function committedOf(
  { currency }: ApprovalRules,
  commitments: readonly Commitment[],
  rule: LimitName,
  eventId?: number,
): number {
  if (rule === 'per_launch') return 0;
  const own = commitments.filter((one) => one.currency === currency);
  return rule === 'per_month'
    ? sumAmounts(own.map(({ of_month }) => of_month))
    : sumAmounts(own.filter(({ event_id }) => event_id === eventId).map(({ amount }) => amount));
}

/**
 * The first rule that a change would break. A sum that isn't known in the currency of the rules breaks any.
 *
 * @param total what the rule per launch compares: of a raised budget the whole budget, so that no row of raises passes it
 */
export function findNeed(
  rules: ApprovalRules,
  commitments: readonly Commitment[],
  asked: readonly AskedSum[],
  total: number = sumAmounts(asked.map(({ amount }) => amount ?? 0)),
): ApprovalNeed | null {
  if (asked.length === 0) return null;
  const { currency } = rules;
  const unknown = asked.find((one) => one.amount === null || one.currency !== currency);
  const sum = sumAmounts(asked.map(({ amount }) => amount ?? 0));
  for (const rule of limitNames) {
    const limit = rules[rule];
    if (limit === null) continue;
    const need = { rule, limit, currency };
    if (unknown) return { ...need, committed: 0, asked: unknown.amount, currency: unknown.currency };
    if (rule === 'per_launch') {
      if (total > limit) return { ...need, committed: 0, asked: total };
      continue;
    }
    const ofEvents = [...Map.groupBy(asked, ({ event_id }) => event_id)].map(
      ([event_id, sums]) => [event_id, sumAmounts(sums.map(({ amount }) => amount ?? 0))] as const,
    );
    for (const [event_id, added] of rule === 'per_month' ? [[undefined, sum] as const] : ofEvents) {
      const committed = committedOf(rules, commitments, rule, event_id);
      if (sumAmounts([committed, added]) > limit) return { ...need, committed, asked: added };
    }
  }
  return null;
}

/** What a change has added to what was committed before. */
export function addedTo(before: readonly Commitment[], after: readonly Commitment[]): AskedSum[] {
  return after.flatMap(({ event_id, currency, amount, unbounded }) => {
    const earlier = before.find((one) => one.event_id === event_id && one.currency === currency);
    const more = sumAmounts([amount, -(earlier?.amount ?? 0)]);
    return [
      ...(more > 0 ? [{ event_id, currency, amount: more }] : []),
      ...(unbounded > (earlier?.unbounded ?? 0) ? [{ event_id, currency: null, amount: null }] : []),
    ];
  });
}

/** The 409 of a change that needs an approval. `unknown`: its reason when no sum is known. */
export function approvalNeeded(need: ApprovalNeed, unknown: ErrorReason = 'UNKNOWN_SUM'): ApiError {
  const { rule, limit, committed, asked, currency } = need;
  const isUnknown = asked === null;
  return new ApiError(
    'APPROVAL_NEEDED',
    isUnknown
      ? 'A budget is needed: what this may spend isn’t known'
      : `A second person must approve this: ${texts[rule]} is ${limit}, ${committed} is committed and ${asked} ${currency ?? ''} was asked`,
    { ...(isUnknown && { reason: unknown }), context: { ...need } },
  );
}

const texts: Readonly<Record<LimitName, string>> = {
  per_launch: 'the limit of a launch',
  per_event: 'the limit of an event',
  per_month: 'the limit of a month',
};
