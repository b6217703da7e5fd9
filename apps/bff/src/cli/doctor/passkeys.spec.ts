import { Client } from 'pg';
import { startApp } from '../../../test/app';
import { insert, realm, user } from '../../../test/factories';
import { Config } from '../../platform/config/config';
import { checkPasskeys } from './passkeys';

it('says for which domain passkeys are, why none are offered, and which do not work any more', async () => {
  const app = await startApp({ PUBLIC_URL: 'https://console.quayside.example' });
  const client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  const config = app.nest.get(Config, { strict: false });
  const levels = async (examination: Partial<Parameters<typeof checkPasskeys>[0]> = {}) =>
    (await checkPasskeys({ config, client, ...examination })).map(({ level }) => level);
  expect(await levels()).toEqual(['ok']);
  expect(await levels({ url: 'https://console.quayside.example/tasks' })).toEqual(['ok']);
  expect(await levels({ url: 'https://other.quayside.example' })).toEqual(['warning']);
  for (const [obstacle, level] of [
    ['NO_ADDRESS', 'ok'],
    ['NOT_SECURE', 'warning'],
    ['NOT_A_DOMAIN', 'warning'],
    ['OTHER_DOMAIN', 'error'],
  ] as const)
    expect(await levels({ config: { ...config, passkeys: { domain: null, obstacle } } })).toEqual([level]);
  const { id } = await user(app, 'realm_user', await realm(app));
  await insert(app, 'passkeys', {
    user_id: id,
    credential_id: 'a',
    public_key: Buffer.from('a'),
    counter: 0,
    backed_up: false,
    domain: 'old.example',
    name: 'Phone',
  });
  expect(await checkPasskeys({ config, client })).toMatchObject([
    {
      level: 'error',
      text: 'Passkeys of old.example that do not work, since PASSKEY_DOMAIN is console.quayside.example now: 1',
    },
  ]);
  await client.end();
  await app.close();
});
