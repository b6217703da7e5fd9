import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from '../start/settings.mjs';
import { type Cost, costs } from './costs.ts';
import type { Result } from './paired.ts';

const figure = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(2));

/** One result as a line for the person who waits. */
export const line = ({ name, ratio, promise, met, note }: Result): string =>
  `${met ? 'met    ' : 'NOT MET'}  ${figure(ratio.median).padStart(6)}  (${figure(ratio.p10)}–${figure(ratio.p90)})  ${promise.padEnd(14)}  ${name}: ${note}`;

/** The results as a table. */
export function table(results: readonly Result[]): string {
  const rows = results.map(
    ({ name, ratio, promise, met, note }) =>
      `| ${name} | ${figure(ratio.median)} | ${figure(ratio.p10)}–${figure(ratio.p90)} | ${promise} | ${met ? 'yes' : '**no**'} | ${note} |`,
  );
  return `| what | median | p10–p90 | promised | met | each side |
|---|---|---|---|---|---|
${rows.join('\n')}`;
}

/** The results as a page of the documentation. */
export function markdown(results: readonly Result[], tasks: number): string {
  return `# Benchmarks

Written by \`npm run bench -- --write\` on ${new Date().toISOString().slice(0, 10)}: ${tasks.toLocaleString('en')} tasks in 200
realms, Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}. Contestants run in turns on
one machine with the database, the server and the load beside one another; a figure is the median of the ratios of
paired runs, with their tenth and ninetieth percentile. Absolute figures are the machine's, ratios the product's.

${table(results)}
${whatItCosts(results)}`;
}

/** For the figures that aren't met: what costs them. */
function whatItCosts(results: readonly Result[]): string {
  const unmet = results.filter(({ met }) => !met);
  const told = new Set(unmet.flatMap(({ cost }): Cost[] => (cost ? [cost] : [])));
  if (told.size === 0) return '';
  const paragraphs = [...told].map((cost) => {
    const names = unmet.filter((result) => result.cost === cost).map(({ name }) => `- ${name}`);
    return `${names.join('\n')}\n\n${costs[cost]}`;
  });
  return `\n## What the figures cost that aren't met\n\n${paragraphs.join('\n\n')}\n`;
}

const began = performance.now();

/** Tells the person who waits, with the minutes and seconds since the start. */
export function say(text: string): void {
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}  ${text}`);
}

/** Writes a report into the documentation, in the repository's format; `file` is named from its root. */
export async function publish(file: string, text: string): Promise<void> {
  const page = path.join(root, file);
  writeFileSync(page, await format(text, { ...(await resolveConfig(page)), parser: 'markdown' }));
}
