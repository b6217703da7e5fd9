import { liveHeartbeatMs } from '@tessera/domain';
import { EventEmitter } from 'node:events';
import { StreamController } from './stream.controller';

/** The raw response of one stream, as far as the controller uses it; keeps what is written. */
class FakeResponse extends EventEmitter {
  readonly written: string[] = [];
  readonly writableLength = 0;
  writeHead() {}
  write(text: string) {
    this.written.push(text);
  }
  end() {}
}

describe('the live stream', () => {
  afterEach(() => jest.useRealTimers());

  it('sends a heartbeat whenever the interval is over that pages count on', () => {
    jest.useFakeTimers();
    const live = { subscribe: () => () => undefined, resync: () => '' };
    const sessions = { onChanged: () => undefined, live: () => Promise.resolve([]) };
    const config = { streams: { perSession: 1, perUser: 1 } };
    const controller = new StreamController(live as never, sessions as never, config as never);
    controller.onApplicationBootstrap();
    const raw = new FakeResponse();
    const request = { id: 'r-1', method: 'GET', headers: {}, raw: { headers: {}, rawHeaders: [] } };
    const account = { userId: 1, sessionId: 's', role: 'admin', realmId: null };
    controller.stream(request as never, { raw, hijack: () => undefined } as never, account as never);
    raw.written.length = 0;
    jest.advanceTimersByTime(3 * liveHeartbeatMs);
    controller.onApplicationShutdown();
    expect(raw.written).toEqual([': ping\n\n', ': ping\n\n', ': ping\n\n']);
  });
});
