import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LauncherLog } from './launcher-log.ts';
import { serviceLog } from './services.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'service-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const linesOf = (file: string): Record<string, unknown>[] =>
  readFileSync(path.join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('keeps JSON lines, wraps plain text and prints errors once', () => {
  const printed: string[] = [];
  const log = serviceLog(folder, 'worker', (line) => printed.push(line));
  const line = JSON.stringify({
    level: 'error',
    time: '2026-01-01T00:00:00.000Z',
    name: 'worker',
    msg: 'lost',
  });
  log(line, 'stdout');
  log(line, 'stdout');
  log('Warning: deprecated', 'stderr');
  log('{ not JSON', 'stdout');
  expect(printed).toEqual(['[worker] lost', '[worker] Warning: deprecated']);
  const shape = { time: expect.any(String) as unknown, name: 'worker' };
  expect(linesOf('worker.log')).toEqual([
    JSON.parse(line),
    JSON.parse(line),
    { ...shape, level: 'error', msg: 'Warning: deprecated' },
    { ...shape, level: 'info', msg: '{ not JSON' },
  ]);
});

test('writes the launcher’s own lines as JSON, and prints them as text', () => {
  const print = jest.spyOn(console, 'log').mockReturnValue();
  const log = new LauncherLog();
  log.info('Checking …');
  log.open(folder);
  log.info('Starting the server …');
  expect(print.mock.calls).toEqual([['Checking …'], ['Starting the server …']]);
  print.mockRestore();
  expect(linesOf('logs/launcher.log')).toEqual([
    { level: 'info', time: expect.any(String) as unknown, name: 'launcher', msg: 'Starting the server …' },
  ]);
});
