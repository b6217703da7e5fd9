/**
 * `npm run prove -- screenshots-compare <before> <after>`: compares two folders of screenshots, lists the files that differ by
 * the number of differing pixels, and writes a report with the differences as images.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { JSONReport, JSONReportSpec } from '@playwright/test/reporter';
import { root } from '../../start/settings.mjs';
import { runPlaywright } from '../../workspace/test/run-suite.ts';

const [before, after] = process.argv.slice(2);
if (!before || !after) {
  console.error('Name two folders of screenshots: npm run prove -- screenshots-compare <before> <after>');
  process.exit(1);
}
const output = path.join(root, 'tmp/screenshots-compare');
await runPlaywright(['--config', 'compare.config.ts'], {
  BEFORE: path.resolve(before),
  AFTER: path.resolve(after),
});

const { suites, stats } = JSON.parse(readFileSync(path.join(output, 'results.json'), 'utf8')) as JSONReport;
const differences = suites
  .flatMap(({ specs }) => specs)
  .filter(({ ok }) => !ok)
  .map((spec) => ({ name: spec.title, message: messageOf(spec), pixels: countPixels(messageOf(spec)) }))
  .sort((one, other) => other.pixels - one.pixels);
for (const { name, message, pixels } of differences)
  console.log(Number.isFinite(pixels) ? `${String(pixels).padStart(9)} px  ${name}` : `${name}: ${message}`);
console.log(
  `${stats.expected} equal, ${differences.length} different: ${path.join(output, 'report/index.html')}`,
);

function messageOf({ tests }: JSONReportSpec): string {
  const message = tests[0]?.results[0]?.errors[0]?.message ?? '';
  return message.replaceAll(/\s+/g, ' ').slice(0, 200);
}

/** Returns the number of differing pixels; infinite where sizes differ or a file is missing. */
function countPixels(message: string): number {
  return Number(/(\d+) pixels/.exec(message)?.[1] ?? Infinity);
}
