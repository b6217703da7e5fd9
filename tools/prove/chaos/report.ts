import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { type Check, formatCheck } from '../checks.ts';

/** The outcome of a case. `skipReason`: why it could not run on this machine. */
export interface Outcome {
  key: string;
  title: string;
  seconds: number;
  checks: Check[];
  skipReason: string | null;
}

/** Returns whether the case ran and all checks passed. */
export const hasPassed = ({ checks, skipReason }: Outcome): boolean =>
  skipReason === null && checks.length > 0 && checks.every((check) => check.passed);

/** Formats an outcome as lines for the terminal. */
export function formatOutcome(outcome: Outcome): string[] {
  if (outcome.skipReason) return [`  NOT RUN: ${outcome.skipReason}`];
  return outcome.checks.map((check) => `  ${formatCheck(check)}`);
}

/** Formats the numbers of passed and failed checks and the skipped cases. */
export function formatSummary(outcomes: readonly Outcome[]): string {
  const checks = outcomes.flatMap((outcome) => outcome.checks);
  const failed = checks.filter((check) => !check.passed).length;
  const skipped = outcomes.filter(({ skipReason }) => skipReason !== null).map(({ key }) => key);
  return `${checks.length - failed} passed, ${failed} failed${skipped.length > 0 ? `, NOT RUN: ${skipped.join(', ')}` : ''}`;
}

/** Writes `report.json` and `report.md` into the folder. */
export function writeReport(
  folder: string,
  run: { seed: number; quick: boolean },
  outcomes: readonly Outcome[],
): void {
  mkdirSync(folder, { recursive: true });
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, load ${loadavg()[0]?.toFixed(1)}`;
  const facts = { ...run, at: new Date().toISOString(), node: process.versions.node, machine };
  writeFileSync(path.join(folder, 'report.json'), `${JSON.stringify({ ...facts, outcomes }, null, 2)}\n`);
  const sections = outcomes.map((outcome) => {
    const title = `## ${outcome.key}. ${outcome.title} (${outcome.seconds} s)\n`;
    if (outcome.skipReason) return `${title}\n**Not run**: ${outcome.skipReason}\n`;
    const rows = outcome.checks.map(
      ({ title, detail, passed: held }) =>
        `| ${held ? 'yes' : '**no**'} | ${title} | ${detail.replaceAll('|', '\\|')} |`,
    );
    return [title, '| passed | check | detail |', '|---|---|---|', ...rows, ''].join('\n');
  });
  const head = `# Chaos run\n\n${facts.at}, seed ${run.seed}${run.quick ? ', quick' : ''}, Node ${facts.node}, ${machine}.\n${formatSummary(outcomes)}.\n`;
  writeFileSync(path.join(folder, 'report.md'), [head, ...sections].join('\n'));
}
