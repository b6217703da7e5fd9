import path from 'node:path';
import { root } from '../start/settings.mjs';
import { failuresOf, type JestResults } from './results';

const file = path.join(root, 'libs/ui/test/menus.test.tsx');
const resultsOf = (testResults: JestResults['testResults']): JestResults => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
  testResults,
});

it('names each failed test with its file and the beginning of its message', () => {
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
  const [only, ...others] = failuresOf(results);
  expect(others).toEqual([]);
  expect(only).toMatch(/^libs\/ui\/test\/menus\.test\.tsx › menus close\nline 0\n/);
  expect(only?.split('\n')).toHaveLength(13);
});

it('names a file that failed before any of its tests ran', () => {
  const results = resultsOf([
    { name: file, status: 'failed', message: 'Cannot find module', assertionResults: [] },
  ]);
  expect(failuresOf(results)).toEqual(['libs/ui/test/menus.test.tsx\nCannot find module']);
});
