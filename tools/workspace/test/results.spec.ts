import path from 'node:path';
import type { JSONReportTest, JSONReportTestResult } from '@playwright/test/reporter';
import { root } from '../../start/settings.mjs';
import { type JestResults, readJestResults, readPlaywrightResults } from './results';

const file = path.join(root, 'libs/ui/test/menus.test.tsx');
const resultsOf = (testResults: JestResults['testResults']): JestResults => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
  testResults,
});

it('lists each failed test of Jest with its file and the beginning of its message', () => {
  const message = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n');
  const results = resultsOf([
    {
      name: file,
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'menus open', status: 'passed', failureMessages: [] },
        { fullName: 'menus close', status: 'failed', failureMessages: [message] },
      ],
    },
  ]);
  const [only, ...others] = readJestResults(results).failures;
  expect(others).toEqual([]);
  expect(only).toMatch(/^libs\/ui\/test\/menus\.test\.tsx › menus close\nline 0\n/);
  expect(only?.split('\n')).toHaveLength(13);
});

it('lists a file that failed before any of its tests ran', () => {
  const results = resultsOf([
    { name: file, status: 'failed', message: 'Cannot find module', assertionResults: [] },
  ]);
  expect(readJestResults(results).failures).toEqual(['libs/ui/test/menus.test.tsx\nCannot find module']);
});

it('counts the tests of Playwright and lists each failed one with the beginning of each message', () => {
  const messages = ['\u001b[31mtasks: axe, light\u001b[39m', 'jobs: axe, dark'];
  const result = { ...emptyResult, errors: messages.map((message) => ({ message })) };
  const test = { ...emptyTest, results: [result] };
  const file = { title: 'pages.e2e.ts', file: 'pages.e2e.ts', line: 0, column: 0 };
  const spec = { ...file, id: '', tags: [] };
  const { passed, failed, failures } = readPlaywrightResults({
    config: { rootDir: path.join(root, 'apps/e2e/src') },
    suites: [
      {
        ...file,
        specs: [{ ...spec, title: 'fills the window', ok: true, tests: [] }],
        suites: [{ ...file, specs: [{ ...spec, title: 'shows every page', ok: false, tests: [test] }] }],
      },
    ],
    errors: [{ message: 'Cannot find module' }],
    stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 2 },
  });
  expect({ passed, failed }).toEqual({ passed: 1, failed: 4 });
  expect(failures).toEqual([
    'apps/e2e/src/pages.e2e.ts › shows every page\ntasks: axe, light\njobs: axe, dark',
    'Cannot find module',
  ]);
});

const emptyResult: JSONReportTestResult = {
  workerIndex: 0,
  parallelIndex: 0,
  status: 'failed',
  duration: 0,
  error: undefined,
  errors: [],
  stdout: [],
  stderr: [],
  retry: 0,
  startTime: '',
  attachments: [],
  annotations: [],
};
const emptyTest: JSONReportTest = {
  timeout: 0,
  annotations: [],
  expectedStatus: 'passed',
  projectName: 'pages',
  projectId: 'pages',
  results: [],
  status: 'unexpected',
};
