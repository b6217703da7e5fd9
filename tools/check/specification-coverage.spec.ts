import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../start/settings.mjs';

const table = readFileSync(path.join(root, 'docs/specification-coverage.md'), 'utf8');
const rows = table
  .split('\n')
  .filter((line) => /^\| (?!point |-)/.test(line))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|')))
  .map(([, point = '', tests = '']) => ({ point, tests: tests.split('<br>') }));

test('the sections that are to be covered are there', () => {
  const sections = [...table.matchAll(/^## (\d)/gm)].map(([, number]) => number);
  expect(sections).toEqual(['2', '4', '5', '6', '8', '9']);
  expect(rows.length).toBeGreaterThan(50);
});

test.each(rows)('$point: its tests exist', ({ tests }) => {
  for (const named of tests) {
    const [, file = '', title = ''] = /^`([^`]+)` › (.+)$/.exec(named) ?? [];
    expect(existsSync(path.join(root, file)) && title !== '').toBe(true);
    expect(readFileSync(path.join(root, file), 'utf8')).toContain(title);
  }
});
