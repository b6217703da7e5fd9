import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import { root } from '../../start/settings.mjs';

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

/** The parts of Playwright's result file that are read. */
export interface PlaywrightResults {
  config: Pick<JSONReport['config'], 'rootDir'>;
  suites: JSONReportSuite[];
  /** Errors outside of tests, such as a file that can't be loaded. */
  errors: { message?: string }[];
  stats: Pick<JSONReport['stats'], 'expected' | 'skipped' | 'unexpected' | 'flaky'>;
}

/** The results of all projects' tests. */
export interface TestResults {
  passed: number;
  failed: number;
  /** One text per failed test: its file, its name and the beginning of its message. */
  failures: string[];
}

/** How much of a failure's message is repeated. */
const MESSAGE_LINES = 12;

/** Lists the files into which each project's tests write their results. */
export function listResultFiles(): string[] {
  return globSync('{apps/*,libs/*,tools}/test-results.json', { cwd: root }).map((file) =>
    path.join(root, file),
  );
}

/** Sums up the results of all projects. A skipped test counts as failed: nothing is skipped here. */
export function readResults(): TestResults {
  const total: TestResults = { passed: 0, failed: 0, failures: [] };
  for (const file of listResultFiles()) {
    const report = JSON.parse(readFileSync(file, 'utf8')) as JestResults | PlaywrightResults;
    const results = 'stats' in report ? readPlaywrightResults(report) : readJestResults(report);
    total.passed += results.passed;
    total.failed += results.failed;
    total.failures.push(...results.failures);
  }
  return total;
}

/** Reads the result file of a project that Jest tested. */
export function readJestResults(results: JestResults): TestResults {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numRuntimeErrorTestSuites } =
    results;
  const failures = results.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name);
    if (status === 'failed' && assertionResults.length === 0) return [`${file}\n${shorten(message)}`];
    return assertionResults
      .filter((test) => test.status !== 'passed')
      .map((test) => `${file} › ${test.fullName}\n${shorten(test.failureMessages.join('\n'))}`);
  });
  return {
    passed: numPassedTests,
    failed: numFailedTests + numPendingTests + numTodoTests + numRuntimeErrorTestSuites,
    failures,
  };
}

/** Reads the result file of the browser suite. */
export function readPlaywrightResults({ config, suites, errors, stats }: PlaywrightResults): TestResults {
  const listFailures = (suite: JSONReportSuite): string[] => [
    ...suite.specs
      .filter(({ ok }) => !ok)
      .map((spec) => {
        const file = path.relative(root, path.join(config.rootDir, spec.file));
        const messages = spec.tests.flatMap((test) =>
          test.results.flatMap((result) => result.errors.map(({ message }) => message)),
        );
        return `${file} › ${spec.title}\n${messages.map(shorten).join('\n')}`;
      }),
    ...(suite.suites ?? []).flatMap(listFailures),
  ];
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
    failures: [...suites.flatMap(listFailures), ...errors.map(({ message = '' }) => shorten(message))],
  };
}

const shorten = (message: string): string =>
  stripVTControlCharacters(message).split('\n').slice(0, MESSAGE_LINES).join('\n');
