import { startApp } from './app';
import { leaseOne, taskBody, work } from './work';

const loaded = jest.fn();
jest.mock('../src/platform/telemetry/sdk', () => {
  loaded();
  return jest.requireActual<object>('../src/platform/telemetry/sdk');
});

// Alone in its process: what is loaded once stays loaded.
it('loads no SDK, and makes no trace without an endpoint', async () => {
  const app = await startApp();
  try {
    const from = await work(app);
    const headers = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };
    await app.http('POST', '/api/tasks', { token: from.owner, headers, body: taskBody(from, {}) });
    expect((await leaseOne(from)).traceparent).toBeNull();
    expect(loaded).not.toHaveBeenCalled();
  } finally {
    await app.close();
  }
});
