import { namesIn } from '@tessera/domain/cost';
import type { ComingJob } from '../payers/payment-forecast';
import type { LaunchSpec } from './job-plan';
import type { JobPlanDto } from './jobs.dto';

/** The tasks of a plan, as far as people pay their baskets. Of a draft, as if it started now. */
export function plannedTasks(spec: LaunchSpec, plan: JobPlanDto, now: Date): ComingJob {
  const first_s =
    spec.scheduled_at === null || spec.draft ? 0 : (Date.parse(spec.scheduled_at) - now.getTime()) / 1000;
  const { launch_delay: delay, seats_target } = spec;
  return {
    job_id: null,
    name: null,
    room: seats_target,
    moves: { first_s, delay },
    levels: namesIn(spec.template.price_levels) ?? [],
    tasks: plan.lines
      .filter(({ verdict }) => verdict !== 'blocked')
      .map(({ index, seats }) => ({
        start_s: Math.max(0, first_s + index * delay),
        seats,
        index,
        is_last: false,
      })),
  };
}
