import { createInstance } from '@module-federation/enhanced/runtime';
import retryFailedShares from '../webpack/retry-failed-shares.mjs';

it('fetches a shared module again after a failure', async () => {
  let online = false;
  const shell = createInstance({
    name: 'shell',
    remotes: [],
    shared: {
      '@tessera/data-table/list-page': {
        version: '1.0.0',
        scope: 'default',
        get: () =>
          online ? Promise.resolve(() => 'the lists') : Promise.reject(new Error('Loading chunk 7 failed')),
      },
    },
    plugins: [retryFailedShares()],
  });
  await expect(shell.loadShare('@tessera/data-table/list-page')).rejects.toThrow('Loading chunk 7 failed');
  online = true;
  const factory = await shell.loadShare<string>('@tessera/data-table/list-page');
  expect(factory && factory()).toBe('the lists');
});
