/** SQL of what the plan of a job cost, as JSON; null: no price was known. */
export const jobCostSql = (alias: string): string =>
  `CASE WHEN ${alias}.cost_currency IS NOT NULL THEN jsonb_build_object('currency', ${alias}.cost_currency,
    'min', ${alias}.cost_min, 'max', ${alias}.cost_max) END`;

/**
 * SQL of what jobs cost together, a row of `PlannedCosts`. A job from before costs were kept counts with all its seats as
 * unpriced. `jobs`: a FROM and WHERE whose jobs are `j`.
 */
export const plannedCostsSql = (jobs: string): string =>
  `WITH planned AS MATERIALIZED (
     SELECT j.cost_currency AS currency, j.cost_min, j.cost_max, coalesce(j.seats_planned, 0) AS seats,
       coalesce(j.unpriced_seats, j.seats_planned, 0) AS unpriced
     ${jobs})
   SELECT coalesce((SELECT jsonb_agg(jsonb_build_object('currency', c.currency, 'min', c.min, 'max', c.max) ORDER BY c.currency)
       FROM (SELECT currency, sum(cost_min) AS min, sum(cost_max) AS max FROM planned WHERE currency IS NOT NULL GROUP BY currency) c), '[]')
       AS costs,
     coalesce(sum(seats), 0)::int AS seats, coalesce(sum(unpriced), 0)::int AS unpriced_seats
   FROM planned`;
