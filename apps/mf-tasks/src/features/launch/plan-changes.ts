import { ApiError, type JobPlanDto, type PlanLine } from '@tessera/api';
import { stateLabel } from '@tessera/ui';
import { reasonText } from '../../plan-reason-text';
import type { TasksTexts } from '../../texts';

const nameOf = (t: TasksTexts, line: PlanLine): string =>
  line.login_name ?? t('launch.taskNumbered', { number: line.index + 1 });
const verdict = (line: PlanLine): string =>
  [stateLabel('plan', line.verdict), ...line.reasons.map(reasonText)].join(', ');

/** Whether a launch was refused because the plan has changed since the preview. */
export const isPlanChanged = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'PLAN_CHANGED';

/** Describes each difference between the shown plan and the current one. */
export function describePlanChanges(t: TasksTexts, before: JobPlanDto, now: JobPlanDto): string[] {
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
  return [...lines, ...removed, ...freeTasks];
}
