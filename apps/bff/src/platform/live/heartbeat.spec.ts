import { EventEmitter } from 'node:events';
import { liveHeartbeatMs } from '@tessera/domain';
import type { SessionCache } from '../auth/session-cache';
import type { Config } from '../config/config';
import type { Live } from './live';
import type { LiveMetrics } from './live-metrics';
import { StreamController } from './stream.controller';

/** The part of a stream's raw response that the controller uses; records what is written. */
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

  it('sends a heartbeat at the interval that pages expect', () => {
    jest.useFakeTimers();
    const live: Pick<Live, 'subscribe' | 'resyncEvent'> = {
      subscribe: () => () => undefined,
      resyncEvent: () => '',
    };
    const sessions: Pick<SessionCache, 'onChange' | 'findAccounts'> = {
      onChange: () => undefined,
      findAccounts: () => Promise.resolve([]),
    };
    const config: Pick<Config, 'streams'> = { streams: { perSession: 1, perUser: 1 } };
    const metrics: Pick<LiveMetrics, 'countStreams'> = { countStreams: () => undefined };
    const controller = new StreamController(
      live as never,
      sessions as never,
      config as never,
      metrics as never,
    );
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
