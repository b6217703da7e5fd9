import { Logger } from '@nestjs/common';
import type { Listener } from '../database/listener';
import { Poller } from './poller';

class TestPoller extends Poller {
  polls = 0;
  finish: () => void = () => undefined;
  fail: (error: Error) => void = () => undefined;

  constructor(listener: Listener) {
    super({ name: 'test', intervalMs: 1000, failure: 'The poll failed' });
    this.wakeOn(listener, 'channel');
  }

  protected poll(): Promise<void> {
    this.polls += 1;
    return new Promise((resolve, reject) => {
      this.finish = resolve;
      this.fail = reject;
    });
  }
}

describe('Poller', () => {
  const handlers: (() => void)[] = [];
  const listener = {
    on: (_channel: string, handler: () => void) => handlers.push(handler),
    onReconnect: (handler: () => void) => handlers.push(handler),
  };
  const notify = () => handlers[0]?.();
  const reconnect = () => handlers[1]?.();
  const settle = () => jest.advanceTimersByTimeAsync(0);
  let poller: TestPoller;

  beforeEach(() => {
    jest.useFakeTimers();
    handlers.length = 0;
    poller = new TestPoller(listener as never);
    poller.onApplicationBootstrap();
  });
  afterEach(() => jest.useRealTimers());

  it('polls an interval after the end of the previous poll', async () => {
    await jest.advanceTimersByTimeAsync(1000);
    expect(poller.polls).toBe(1);
    await jest.advanceTimersByTimeAsync(5000);
    expect(poller.polls).toBe(1);
    poller.finish();
    await jest.advanceTimersByTimeAsync(999);
    expect(poller.polls).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(poller.polls).toBe(2);
  });

  it('polls at once on a notification and on a reconnect', async () => {
    notify();
    expect(poller.polls).toBe(1);
    poller.finish();
    await settle();
    reconnect();
    expect(poller.polls).toBe(2);
  });

  it('polls once more after a poll during which it was woken', async () => {
    notify();
    notify();
    notify();
    expect(poller.polls).toBe(1);
    poller.finish();
    await settle();
    expect(poller.polls).toBe(2);
    poller.finish();
    await settle();
    expect(poller.polls).toBe(2);
  });

  it('logs a failure, and polls again an interval later', async () => {
    const log = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    notify();
    poller.fail(new Error('No database'));
    await jest.advanceTimersByTimeAsync(1000);
    expect(log).toHaveBeenCalledWith('The poll failed', expect.any(Error));
    log.mockRestore();
    expect(poller.polls).toBe(2);
  });

  it('stops after the poll in progress', async () => {
    notify();
    let stopped = false;
    void poller.stop().then(() => (stopped = true));
    await settle();
    expect(stopped).toBe(false);
    poller.finish();
    await jest.advanceTimersByTimeAsync(5000);
    expect(stopped).toBe(true);
    notify();
    expect(poller.polls).toBe(1);
  });
});
