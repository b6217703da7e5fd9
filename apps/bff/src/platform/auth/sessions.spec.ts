import type { Listener } from '../database/listener';
import type { Transactions } from '../database/transactions';
import { Sessions } from './sessions';

describe('the cache of live sessions', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** A cache over a database that counts its reads; `notify` publishes the end of sessions. */
  function startCache() {
    const read = jest.fn(() => Promise.resolve([{ id: 's', user_id: 1, role: 'realm_user', realm_id: 1 }]));
    let notify: (payload: string) => void = () => undefined;
    const listener = { on: (_: string, handler: typeof notify) => (notify = handler), onReconnect: () => {} };
    const sessions = new Sessions({ read } as unknown as Transactions, listener as unknown as Listener);
    return { sessions, read, notify: (payload: string) => notify(payload) };
  }

  it('answers from memory for less than a second, then reads the session again', async () => {
    const { sessions, read } = startCache();
    await sessions.account('s');
    jest.advanceTimersByTime(899);
    await sessions.account('s');
    expect(read).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(1);
    await sessions.account('s');
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('reads a session again as soon as the database publishes its end', async () => {
    const { sessions, read, notify } = startCache();
    await sessions.account('s');
    notify('other,s');
    await sessions.account('s');
    expect(read).toHaveBeenCalledTimes(2);
  });
});
