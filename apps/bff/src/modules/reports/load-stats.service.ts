import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import type { FailureMessage, LoadFigures, ModuleStatsDto, StatsPeriod } from '../registry/settings.dto';
import { figuresOf, sumHistograms } from './load-histogram';
import { LoadStatsRepository, type StepRow } from './load-stats.repository';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Length of each period and of its steps, in seconds. */
const periods: Readonly<Record<StatsPeriod, { length: number; step: number }>> = {
  '1h': { length: HOUR, step: MINUTE },
  '24h': { length: 24 * HOUR, step: 15 * MINUTE },
  '7d': { length: 7 * 24 * HOUR, step: 2 * HOUR },
};

/** Most messages of failed loads that are shown. */
const MAX_MESSAGES = 5;

/** How the loads of releases went, and what the errors of the failed ones said, the most frequent first. */
export interface DayOfLoads {
  stats: LoadFigures;
  failures: FailureMessage[];
}

/** How the loads of releases went. */
@Injectable()
export class LoadStats {
  constructor(private readonly stats: LoadStatsRepository) {}

  /** The loads of a module's releases over time. */
  async readPeriod(tx: Tx, moduleId: number, period: StatsPeriod): Promise<ModuleStatsDto> {
    const { length, step } = periods[period];
    const rows = await this.stats.readSteps(tx, moduleId, length, step);
    const releases = [...Map.groupBy(rows, ({ release_id }) => release_id)].map(([release_id, steps]) => ({
      release_id,
      version: steps[0]?.version ?? '',
      ...figuresOf(countsOf(steps)),
      reasons: sumByKey(steps.flatMap(({ reasons }) => reasons)),
      points: steps.map((row) => ({ at: row.at.toISOString(), ...figuresOf(countsOf([row])) })),
    }));
    return { period, step_seconds: step, releases };
  }

  /** The loads of the last 24 hours by release; releases without loads are left out. */
  async readDay(tx: Tx, releaseIds: readonly number[]): Promise<ReadonlyMap<number, DayOfLoads>> {
    const rows = await this.stats.readDay(tx, releaseIds);
    return new Map(
      rows.map((row) => {
        const failures = Object.entries(sumByKey(row.messages))
          .map(([message, loads]) => ({ message, loads }))
          .sort((one, other) => other.loads - one.loads)
          .slice(0, MAX_MESSAGES);
        return [row.release_id, { stats: figuresOf(countsOf([row])), failures }];
      }),
    );
  }
}

const countsOf = (rows: readonly Pick<StepRow, 'loads' | 'errors' | 'histograms'>[]) => ({
  loads: rows.reduce((sum, { loads }) => sum + loads, 0),
  errors: rows.reduce((sum, { errors }) => sum + errors, 0),
  histogram: sumHistograms(rows.flatMap(({ histograms }) => histograms)),
});

function sumByKey(all: readonly Record<string, number>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const counts of all)
    for (const [key, count] of Object.entries(counts)) sums[key] = (sums[key] ?? 0) + count;
  return sums;
}
