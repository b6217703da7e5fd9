import { ApiError, type JobPlanDto, type PlanLine } from '@tessera/api';
import { stateLook } from '@tessera/ui';

const nameOf = (line: PlanLine): string => line.login_name ?? `task ${line.index + 1}`;
const verdict = (line: PlanLine): string =>
  [stateLook('plan', line.verdict).word, ...line.reasons.map(({ message }) => message)].join(', ');

/** Whether a launch was refused because the world has moved since the preview. */
export const isPlanChanged = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'PLAN_CHANGED';

/** What differs between the plan that was looked at and the present one, a line each. */
export function planChanges(before: JobPlanDto, now: JobPlanDto): string[] {
  const old = new Map(before.lines.map((line) => [`${line.login_id} ${line.index}`, line]));
  const lines = now.lines.flatMap((line) => {
    const key = `${line.login_id} ${line.index}`;
    const was = old.get(key);
    old.delete(key);
    if (!was) return [`${nameOf(line)}: new, ${verdict(line)}`];
    if (verdict(was) !== verdict(line)) return [`${nameOf(line)}: ${verdict(was)} → ${verdict(line)}`];
    return was.seats === line.seats ? [] : [`${nameOf(line)}: ${was.seats} → ${line.seats} seats`];
  });
  const gone = [...old.values()].map((line) => `${nameOf(line)}: no longer planned`);
  const places =
    before.totals.places === now.totals.places
      ? []
      : [`Free places under the limit: ${before.totals.places} → ${now.totals.places}`];
  return [...lines, ...gone, ...places];
}
