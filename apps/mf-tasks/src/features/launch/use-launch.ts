import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, type JobInputDto, type JobPlanDto, type PlanLine } from '@tessera/api';
import { type ApprovalNeed, approvalNeedOf } from '@tessera/product-ui/budgets';
import { formatCosts } from '@tessera/product-ui/costs';
import {
  describeError,
  type ErrorInfo,
  formatInstant,
  stateLabel,
  useLocale,
  useSnackbar,
} from '@tessera/ui';
import { reasonText } from '../../plan-reason-text';
import { type TasksTexts, useTexts } from '../../texts';
import { getDraftPlan, planQuery, useLaunchJob } from './launch.api';

/** Returns the current plan of a draft if it equals the shown one; else throws PLAN_CHANGED as a launch does. */
function requireSamePlan(t: TasksTexts, locale: string, shown: JobPlanDto, now: JobPlanDto): JobPlanDto {
  if (describePlanChanges(t, locale, shown, now).length === 0) return now;
  throw new ApiError('The plan is no longer the one that was shown', 'PLAN_CHANGED', 409);
}

/** A launch that a second person must approve. */
export interface UnapprovedLaunch {
  input: JobInputDto;
  need: ApprovalNeed;
}

/** The plan of an input and its launch; `input` is null before the plan step. `onLaunched` gets the new job's address. */
export function useLaunch(input: JobInputDto | null, onLaunched: (to: string) => void) {
  const t = useTexts();
  const preview = useQuery(planQuery(input));
  const { mutateAsync: launchJob, isPending } = useLaunchJob();
  const [refused, setRefused] = useState<{ error: ErrorInfo; plan: JobPlanDto; draft: boolean } | null>(null);
  const [unapproved, setUnapproved] = useState<UnapprovedLaunch | null>(null);
  const [planChangeTexts, setChanged] = useState<readonly string[]>([]);
  const snackbar = useSnackbar();
  const locale = useLocale();
  // One key per plan, so that a retry after a lost response doesn't launch twice.
  const key = useRef({ plan: '', key: '' });
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const clearOutcome = () => {
    setRefused(null);
    setUnapproved(null);
    setChanged([]);
  };
  const launch = async (plan: JobPlanDto, draft: boolean) => {
    if (input === null) return;
    clearOutcome();
    const name = `${plan.plan_hash} ${draft}`;
    if (key.current.plan !== name) key.current = { plan: name, key: crypto.randomUUID() };
    let { plan_hash } = plan;
    try {
      if (draft) ({ plan_hash } = requireSamePlan(t, locale.locale, plan, await getDraftPlan(input)));
      const job = await launchJob({
        input: { ...input, plan_hash, draft: draft || undefined },
        key: key.current.key,
      });
      const isScheduled = !draft && job.status === 'scheduled' && job.scheduled_at !== null;
      snackbar.show(
        isScheduled
          ? t('launch.scheduled', { name: job.name, time: formatInstant(job.scheduled_at, locale) })
          : t(draft ? 'launch.drafted' : 'launch.launched', { name: job.name }),
      );
      // A user who has closed the wizard stays on the page.
      if (isMounted.current) onLaunched(`/jobs/${job.id}`);
    } catch (error) {
      const need = approvalNeedOf(error);
      if (need) {
        setUnapproved({ input: { ...input, plan_hash, draft: draft || undefined }, need });
        return;
      }
      if (!isPlanChanged(error)) {
        setRefused({ error: describeError(error), plan, draft });
        return;
      }
      const now = await preview.refetch();
      const changes = now.data ? describePlanChanges(t, locale.locale, plan, now.data) : [];
      setChanged(changes.length > 0 ? changes : [t('launch.changedElsewhere')]);
    }
  };
  const refresh = () => {
    clearOutcome();
    void preview.refetch();
  };
  // Repeats what failed: the launch, with the key that it had, or the check of the plan.
  const retry = () => (refused ? void launch(refused.plan, refused.draft) : refresh());
  return {
    plan: preview.data,
    checkedAt: preview.dataUpdatedAt,
    fetching: preview.isFetching,
    error: refused?.error ?? (preview.error ? describeError(preview.error) : null),
    unapproved,
    planChangeTexts,
    launching: isPending,
    launch,
    refresh,
    retry,
    clearOutcome,
  };
}

const nameOf = (t: TasksTexts, line: PlanLine): string =>
  line.login_name ?? t('launch.taskNumbered', { number: line.index + 1 });
const verdict = (line: PlanLine): string =>
  [stateLabel('plan', line.verdict), ...line.reasons.map(reasonText)].join(', ');

/** Whether a launch was refused because the plan has changed since the preview. */
const isPlanChanged = (error: unknown): boolean => error instanceof ApiError && error.code === 'PLAN_CHANGED';

/** Describes each difference between the shown plan and the current one. */
function describePlanChanges(t: TasksTexts, locale: string, before: JobPlanDto, now: JobPlanDto): string[] {
  const previousLines = new Map(before.lines.map((line) => [`${line.login_id} ${line.index}`, line]));
  const lines = now.lines.flatMap((line) => {
    const key = `${line.login_id} ${line.index}`;
    const previous = previousLines.get(key);
    previousLines.delete(key);
    const login = nameOf(t, line);
    if (!previous) return [t('launch.newLine', { login, verdict: verdict(line) })];
    if (verdict(previous) !== verdict(line))
      return [t('launch.moved', { login, before: verdict(previous), now: verdict(line) })];
    return previous.seats === line.seats
      ? []
      : [t('launch.movedSeats', { login, before: previous.seats, now: line.seats })];
  });
  const removed = [...previousLines.values()].map((line) =>
    t('launch.notPlanned', { login: nameOf(t, line) }),
  );
  const freeTasks =
    before.totals.places === now.totals.places
      ? []
      : [t('launch.freeTasks', { before: before.totals.places, now: now.totals.places })];
  const costOf = (plan: JobPlanDto) => formatCosts(plan.totals.costs, locale) || t('launch.noPrice');
  const cost =
    costOf(before) === costOf(now)
      ? []
      : [t('launch.costChanged', { before: costOf(before), now: costOf(now) })];
  return [...cost, ...lines, ...removed, ...freeTasks];
}
