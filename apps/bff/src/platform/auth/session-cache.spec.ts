import type { Listener } from '../database/listener';
import type { Transactions } from '../database/transactions';
import type { Account } from './account';
import { SessionCache } from './session-cache';
import type { SessionsRepository } from './sessions.repository';

const account: Account = {
  userId: 1,
  email: 'owner@quayside.example',
  name: '',
  role: 'realm_user',
  realmId: 1,
  realmSuspended: false,
  sessionId: 's',
};

describe('the cache of live sessions', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** A cache over a database that counts its reads; `notify` publishes the end of sessions. */
  function startCache() {
    const findAccounts = jest.fn(() => Promise.resolve([account]));
    let notify: (payload: string) => void = () => undefined;
    const listener = { on: (_: string, handler: typeof notify) => (notify = handler), onReconnect: () => {} };
    const transactions = { read: (_: unknown, work: (tx: unknown) => unknown) => work(null) };
    const cache = new SessionCache(
      transactions as unknown as Transactions,
      { findAccounts } as unknown as SessionsRepository,
      listener as unknown as Listener,
    );
    return { cache, findAccounts, notify: (payload: string) => notify(payload) };
  }

  it('answers from memory for less than a second, then reads the session again', async () => {
    const { cache, findAccounts } = startCache();
    await cache.findAccount('s');
    jest.advanceTimersByTime(899);
    await cache.findAccount('s');
    expect(findAccounts).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(1);
    await cache.findAccount('s');
    expect(findAccounts).toHaveBeenCalledTimes(2);
  });

  it('reads a session again as soon as the database publishes its end', async () => {
    const { cache, findAccounts, notify } = startCache();
    await cache.findAccount('s');
    notify('other,s');
    await cache.findAccount('s');
    expect(findAccounts).toHaveBeenCalledTimes(2);
  });
});
