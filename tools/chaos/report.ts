import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import type { Verdict } from './verdict.ts';

/** What became of a case. `notRun`: why it could not be run here. */
export interface Outcome {
  key: string;
  title: string;
  seconds: number;
  verdicts: Verdict[];
  notRun: string | null;
}

/** Whether everything that it promises held. */
export const holds = ({ verdicts, notRun }: Outcome): boolean =>
  notRun === null && verdicts.length > 0 && verdicts.every((verdict) => verdict.holds);

const mark = (verdict: Verdict): string => (verdict.holds ? 'ok    ' : 'FAILED');

/** A case's outcome, as lines for the person who waits. */
export function lines(outcome: Outcome): string[] {
  if (outcome.notRun) return [`  NOT RUN: ${outcome.notRun}`];
  return outcome.verdicts.map((verdict) => `  ${mark(verdict)} ${verdict.what}: ${verdict.figure}`);
}

/** The last line: what held, what didn't, what wasn't run. */
export function summary(outcomes: readonly Outcome[]): string {
  const verdicts = outcomes.flatMap((outcome) => outcome.verdicts);
  const failed = verdicts.filter((verdict) => !verdict.holds).length;
  const skipped = outcomes.filter(({ notRun }) => notRun !== null).map(({ key }) => key);
  return `${verdicts.length - failed} held, ${failed} failed${skipped.length > 0 ? `, NOT RUN: ${skipped.join(', ')}` : ''}`;
}

/** Writes `report.json` and `report.md` into the folder. */
export function write(
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
    if (outcome.notRun) return `${title}\n**Not run**: ${outcome.notRun}\n`;
    const rows = outcome.verdicts.map(
      ({ what, figure, holds: held }) =>
        `| ${held ? 'yes' : '**no**'} | ${what} | ${figure.replaceAll('|', '\\|')} |`,
    );
    return [title, '| held | what | figure |', '|---|---|---|', ...rows, ''].join('\n');
  });
  const head = `# Chaos run\n\n${facts.at}, seed ${run.seed}${run.quick ? ', quick' : ''}, Node ${facts.node}, ${machine}.\n${summary(outcomes)}.\n`;
  writeFileSync(path.join(folder, 'report.md'), [head, ...sections].join('\n'));
}
