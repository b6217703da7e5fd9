import type { JobRunDto, RehearsalDto, RehearsalReport } from '@tessera/api';
import { event } from './records';

const at = '2026-11-20T14:00:00.000Z';

/** A report of 20 tasks: 18 hold two seats each, two found nothing. */
export const rehearsalReport = (over: Partial<RehearsalReport> = {}): RehearsalReport => ({
  tasks: 20,
  seats_planned: 40,
  seats_target: 40,
  seats_held: 36,
  seats_bought: 0,
  first_seat_s: 1.2,
  hold_p50_s: 4.1,
  hold_p95_s: 9.4,
  retries: 6,
  lapses: 0,
  outcomes: { carted: 18, failed: 2 },
  failures: [{ reason: 'Sold out: no 2 seats left in all areas', tries: 8, tasks: 2 }],
  workers: { slots: 10, most_busy: 10, most_wanted: 20, oldest_queue_s: 12 },
  advice: [
    {
      code: 'MORE_WORKERS',
      message: '2 workers too few: queue age 12 s',
      params: { workers: 2, queue_s: 12 },
    },
  ],
  end_state: 'a',
  ...over,
});

/** A rehearsal of a template that has ended. */
export const rehearsal = (over: Partial<RehearsalDto> = {}): RehearsalDto => ({
  id: 7,
  realm_id: 1,
  name: 'North stand fours',
  source: 'template',
  template_id: 5,
  job_id: null,
  event_id: 7,
  event_name: event().name,
  scenario: 'rush',
  seed: 7,
  status: 'finished',
  settings: { type: 'hold', tasks: 20, seats_per_worker: 2, launch_delay: 0, seats_target: 40 },
  rehearsal_event_id: 70,
  rehearsal_job_id: 71,
  enterable: true,
  created_by: 1,
  created_by_name: 'Demo owner',
  started_at: at,
  starts_at: at,
  finished_at: at,
  report: rehearsalReport(),
  created_at: at,
  updated_at: at,
  ...over,
});

/** How a job of three tasks went, two of which held seats. */
export const jobRun = (id: number, fields: Partial<JobRunDto> = {}): JobRunDto => ({
  id,
  name: `Harbour City, North stand ${id}`,
  status: 'running',
  created_at: '2026-11-20T14:00:00.000Z',
  started_at: '2026-11-20T14:00:00.000Z',
  finished_at: null,
  duration_s: 90,
  tasks: 3,
  timed_tasks: 3,
  seats_target: 12,
  seats_wanted: 12,
  seats_won: 4,
  seats_held: 4,
  holding_tasks: 2,
  failed_tasks: 0,
  failed_attempts: 1,
  first_seat_s: 1.25,
  hold_p50_s: 2,
  hold_p95_s: 3.5,
  hold_curve_s: Array.from({ length: 20 }, (_, index) => (index < 10 ? 2 : 3.5)),
  ...fields,
});
