import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../start/settings.mjs';

/** The parts of Jest's result file that are read. */
export interface JestResults {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  /** Files that failed before any of their tests ran. */
  numRuntimeErrorTestSuites: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/** What all projects' tests came to. */
export interface TestResults {
  passed: number;
  failed: number;
  /** One text per failed test: its file, its name and the beginning of its message. */
  failures: string[];
}

/** How much of a failure's message is repeated. */
const MESSAGE_LINES = 12;

/** Where each project's tests leave their results (nx.json, target `test`). */
export function resultFiles(): string[] {
  return globSync('{apps/*,libs/*,tools}/test-results.json', { cwd: root }).map((file) =>
    path.join(root, file),
  );
}

/** Sums over all projects. A skipped test counts as failed: nothing is skipped here. */
export function readResults(): TestResults {
  const total: TestResults = { passed: 0, failed: 0, failures: [] };
  for (const file of resultFiles().filter(existsSync)) {
    const results = JSON.parse(readFileSync(file, 'utf8')) as JestResults;
    total.passed += results.numPassedTests;
    total.failed +=
      results.numFailedTests +
      results.numPendingTests +
      results.numTodoTests +
      results.numRuntimeErrorTestSuites;
    total.failures.push(...failuresOf(results));
  }
  return total;
}

/** What a project's tests failed with; empty when they passed. */
export function failuresOf(results: JestResults): string[] {
  return results.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name);
    if (status === 'failed' && assertionResults.length === 0) return [`${file}\n${beginning(message)}`];
    return assertionResults
      .filter((test) => test.status !== 'passed')
      .map((test) => `${file} › ${test.fullName}\n${beginning(test.failureMessages.join('\n'))}`);
  });
}

const beginning = (message: string): string => message.split('\n').slice(0, MESSAGE_LINES).join('\n');
