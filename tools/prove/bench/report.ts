import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from '../../start/settings.mjs';
import type { Result } from './measure.ts';

const figure = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(2));
const start = performance.now();

/** Prints progress with the minutes and seconds since the start. */
export function log(text: string): void {
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}  ${text}`);
}

/** Collects results and prints each. */
export class Report {
  private readonly results: Result[] = [];

  add(found: Result | readonly Result[]): void {
    for (const result of [found].flat()) {
      this.results.push(result);
      const { name, figure: spread, promise, met, note } = result;
      const values = `${figure(spread.median).padStart(7)}  (${figure(spread.p10)}–${figure(spread.p90)})`;
      log(`${met ? 'met    ' : 'NOT MET'} ${values}  ${promise.padEnd(14)}  ${name}: ${note}`);
    }
  }

  /** Replaces one section of docs/benchmarks.md; `conditions` describes what was measured. */
  async write(section: 'server' | 'instant' | 'browser' | 'large', conditions: string): Promise<void> {
    const file = path.join(root, 'docs/benchmarks.md');
    const rows = this.results.map(
      ({ name, figure: spread, promise, met, note }) =>
        `| ${name} | ${figure(spread.median)} | ${figure(spread.p10)}–${figure(spread.p90)} | ${promise} | ${met ? 'yes' : '**no**'} | ${note} |`,
    );
    const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`;
    const text = [
      `Measured on ${new Date().toISOString().slice(0, 10)} with ${machine}: ${conditions}`,
      '',
      '| what | median | p10–p90 | promise | met | notes |',
      '| --- | --- | --- | --- | --- | --- |',
      ...rows,
    ].join('\n');
    const page = readFileSync(file, 'utf8').replace(
      new RegExp(`(<!-- ${section} -->)[^]*(<!-- end of ${section} -->)`),
      (_, begin: string, end: string) => `${begin}\n\n${text}\n\n${end}`,
    );
    writeFileSync(file, await format(page, { ...(await resolveConfig(file)), parser: 'markdown' }));
  }
}
