import { useQueries } from '@tanstack/react-query';
import { type JobPlanDto, keysOf } from '@tessera/api';
import { type PlacedSlot, useSlots } from '@tessera/federation';
import {
  type CheckPlan,
  type CheckResult,
  type PlanToCheck,
  withinSlotTime,
} from '@tessera/federation/slots';

/** What a module's check says of the plan. */
export interface LaunchCheck extends CheckResult {
  name: string;
  title: string;
}

export interface LaunchChecks {
  checks: readonly LaunchCheck[];
  /** Whether a check hasn't answered yet. */
  isChecking: boolean;
}

const verdicts: readonly CheckResult['verdict'][] = ['ok', 'warn', 'blocked'];
const MAX_REASON = 300;

/**
 * Has the checks of modules look at a plan. One that fails, or takes longer than a slot may, is left out and reported.
 *
 * @param plan the shown plan; undefined: nothing is checked
 * @param what what the plan doesn't say itself
 */
export function useLaunchChecks(
  plan: JobPlanDto | undefined,
  what: Omit<PlanToCheck, 'tasks'>,
): LaunchChecks {
  const slots = useSlots('launch.check');
  const results = useQueries({
    queries: slots.map((placed) => ({
      queryKey: keysOf('launch-checks').list({ check: placed.name, plan: plan?.plan_hash, ...what }),
      queryFn: () => runCheck(placed, toPlan(plan, what)),
      enabled: plan !== undefined,
      retry: false,
      staleTime: Infinity,
      gcTime: 0,
    })),
  });
  return {
    isChecking: plan !== undefined && results.some(({ isPending }) => isPending),
    checks: slots.flatMap(({ name, slot }, i) => {
      const result = results[i]?.data;
      return result ? [{ name, title: slot.title, ...result }] : [];
    }),
  };
}

const toPlan = (plan: JobPlanDto | undefined, what: Omit<PlanToCheck, 'tasks'>): PlanToCheck => ({
  ...what,
  tasks: (plan?.lines ?? []).map(({ login_id, seats, verdict }) => ({ login_id, seats, verdict })),
});

async function runCheck(
  { registry, release, slot }: PlacedSlot<'launch.check'>,
  plan: PlanToCheck,
): Promise<CheckResult> {
  try {
    const check: CheckPlan = await registry.loadSlot(release, slot);
    const { verdict, reason } = await withinSlotTime((signal) => check(plan, signal));
    if (!verdicts.includes(verdict) || typeof reason !== 'string' || reason.length > MAX_REASON)
      throw new Error(`Its result is none, or its reason has more than ${MAX_REASON} characters`);
    return { verdict, reason };
  } catch (error) {
    void registry.failSlot(release, slot.id, error);
    throw error;
  }
}
