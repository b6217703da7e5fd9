import { Test } from '@nestjs/testing';
import { Listener } from '../database/listener';
import { Transactions } from '../database/transactions';
import type { Account } from './account';
import { SessionCache } from './session-cache';
import { SessionsRepository } from './sessions.repository';

const account: Account = {
  userId: 1,
  email: 'owner@quayside.example',
  name: '',
  role: 'realm_user',
  duties: [],
  realmId: 1,
  realmSuspended: false,
  separateReversal: false,
  serviceTokenId: null,
  viewer: null,
  secondFactorDue: false,
  sessionId: 's',
};

describe('the cache of live sessions', () => {
  afterEach(() => jest.useRealTimers());

  /** A cache over a repository that counts its reads; `notify` publishes the end of sessions. */
  async function startCache() {
    const findAccounts = jest.fn(() => Promise.resolve([account]));
    let notify: (payload: string) => void = () => undefined;
    const module = await Test.createTestingModule({
      providers: [
        SessionCache,
        { provide: SessionsRepository, useValue: { findAccounts } },
        { provide: Transactions, useValue: { read: (_: unknown, work: () => unknown) => work() } },
        {
          provide: Listener,
          useValue: {
            on: (_: string, handler: typeof notify) => (notify = handler),
            onReconnect: () => undefined,
          },
        },
      ],
    }).compile();
    jest.useFakeTimers();
    return { cache: module.get(SessionCache), findAccounts, notify: (payload: string) => notify(payload) };
  }

  it('returns a cached account for less than a second, then reads it again', async () => {
    const { cache, findAccounts } = await startCache();
    await cache.findAccount('s');
    jest.advanceTimersByTime(899);
    await cache.findAccount('s');
    expect(findAccounts).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(1);
    await cache.findAccount('s');
    expect(findAccounts).toHaveBeenCalledTimes(2);
  });

  it('reads an account again as soon as the database publishes a change', async () => {
    const { cache, findAccounts, notify } = await startCache();
    await cache.findAccount('s');
    notify('other,s');
    await cache.findAccount('s');
    expect(findAccounts).toHaveBeenCalledTimes(2);
  });
});
