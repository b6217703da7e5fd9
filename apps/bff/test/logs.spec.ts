import { Logger } from '@nestjs/common';
import { startApp, type TestApp } from './app';

let app: TestApp;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  app = await startApp({ LOG_LEVEL: 'trace' }, undefined, {
    write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
});
afterAll(() => app.close());

it('writes each line with time, level, name, component and msg', async () => {
  await app.http('GET', '/api/tasks');
  new Logger('leasing').error('The secrets can’t be opened', new Error('wrong key'));
  expect(lines.length).toBeGreaterThan(10);
  for (const line of lines) {
    expect(line).toMatchObject({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
      level: expect.stringMatching(/^(?:trace|debug|info|warn|error|fatal)$/) as unknown,
      name: 'server',
      component: expect.any(String) as unknown,
      msg: expect.any(String) as unknown,
    });
  }
  expect(lines).toContainEqual(
    expect.objectContaining({
      level: 'error',
      component: 'leasing',
      msg: 'The secrets can’t be opened',
      err: expect.objectContaining({ type: 'Error', message: 'wrong key' }) as unknown,
    }),
  );
});

it('names the request by the id that its response carries, without its query string', async () => {
  const { headers } = await app.http('GET', '/api/tasks?search=secret');
  expect(lines).toContainEqual(
    expect.objectContaining({
      component: 'http',
      msg: 'request',
      request_id: headers.get('x-request-id'),
      method: 'GET',
      path: '/api/tasks',
      status: 401,
      ms: expect.any(Number) as unknown,
    }),
  );
  expect(JSON.stringify(lines)).not.toContain('secret=');
});
