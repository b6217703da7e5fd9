import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../start/settings.mjs';

/** The parts of Jest's result file that are counted. */
interface JestResults {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  /** Files that failed before any of their tests ran. */
  numRuntimeErrorTestSuites: number;
}

/** Where each project's tests leave their results (nx.json, target `test`). */
export function resultFiles(): string[] {
  return globSync('{apps/*,libs/*,tools}/test-results.json', { cwd: root }).map((file) =>
    path.join(root, file),
  );
}

/** Sums over all projects. A skipped test is a failed one: nothing is skipped here. */
export function countTests(): { passed: number; failed: number } {
  let passed = 0;
  let failed = 0;
  for (const file of resultFiles().filter(existsSync)) {
    const results = JSON.parse(readFileSync(file, 'utf8')) as JestResults;
    passed += results.numPassedTests;
    failed +=
      results.numFailedTests +
      results.numPendingTests +
      results.numTodoTests +
      results.numRuntimeErrorTestSuites;
  }
  return { passed, failed };
}
