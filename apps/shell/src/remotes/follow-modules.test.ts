import { createQueryClient, keysOf } from '@tessera/api';
import { followModules } from './follow-modules';
import { moduleListQuery } from './module-list';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function follow() {
  const client = createQueryClient();
  const refetched = jest.spyOn(client, 'refetchQueries').mockResolvedValue();
  const passedOn = jest.fn();
  const handlers = followModules(client, { onChange: passedOn, onResync: jest.fn() });
  const change = (topic: string) =>
    handlers.onChange({ topic, id: 1, change: 'update', row: { id: 1, serial: 2 } });
  const listKey = moduleListQuery().queryKey;
  /** How often the list was requested. */
  const requests = () =>
    refetched.mock.calls.filter(([filters]) => String(filters?.queryKey) === String(listKey)).length;
  return { client, requests, passedOn, change };
}

test('requests the list once for many changes, within two seconds', () => {
  const { requests, change } = follow();
  for (let i = 0; i < 20; i += 1) change('modules');
  jest.advanceTimersByTime(2_000);
  expect(requests()).toBe(1);
  change('modules');
  jest.advanceTimersByTime(2_000);
  expect(requests()).toBe(2);
});

test('spreads the requests of many tabs', () => {
  jest.spyOn(Math, 'random').mockReturnValueOnce(0.5);
  const { requests, change } = follow();
  change('modules');
  jest.advanceTimersByTime(999);
  expect(requests()).toBe(0);
  jest.advanceTimersByTime(1);
  expect(requests()).toBe(1);
});

test('refetches what the page of modules shows, and passes on every other topic', () => {
  const { client, passedOn, change } = follow();
  const invalidated = jest.spyOn(client, 'invalidateQueries');
  change('modules');
  expect(invalidated).toHaveBeenCalledWith({ queryKey: keysOf('modules').all() });
  expect(passedOn).not.toHaveBeenCalled();
  change('tasks');
  expect(passedOn).toHaveBeenCalledTimes(1);
});
