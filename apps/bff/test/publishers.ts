import { randomBytes } from 'node:crypto';
import type { PublisherScope } from '../src/platform/access/caller';
import { randomToken, tokenHash } from '../src/platform/auth/tokens';
import type { TestApp } from './app';
import { insert } from './factories';
import { makeReleaseKey, type ReleaseKey } from './module-release';

/** A publisher with a key that it signs with and a token. */
export type TestPublisher = { id: number; name: string; token: string; tokenId: number; key: ReleaseKey };

/** A publisher that may publish the modules, by a token with the scopes. */
export async function makePublisher(
  app: TestApp,
  modules: readonly string[],
  scopes: readonly PublisherScope[] = ['publish', 'release'],
): Promise<TestPublisher> {
  const name = `Team ${randomBytes(5).toString('hex')}`;
  const id = await insert(app, 'module_publishers', { name, modules, may_promote: true });
  const key = await addKey(app, id);
  return { id, name, key, ...(await addToken(app, id, scopes)) };
}

/** A publisher of one new module. */
export async function newTeam(app: TestApp): Promise<{ team: TestPublisher; name: string }> {
  const name = `mf-${randomBytes(5).toString('hex')}`;
  return { name, team: await makePublisher(app, [name]) };
}

/** Another key of a publisher. */
export async function addKey(app: TestApp, publisherId: number): Promise<ReleaseKey> {
  const key = makeReleaseKey();
  await insert(app, 'module_keys', {
    publisher_id: publisherId,
    key_id: key.id,
    public_key: key.publicKey,
  });
  return key;
}

/** Another token of a publisher. */
export async function addToken(
  app: TestApp,
  publisherId: number,
  scopes: readonly PublisherScope[],
): Promise<{ token: string; tokenId: number }> {
  const token = randomToken('tp_');
  const tokenId = await insert(app, 'module_tokens', {
    publisher_id: publisherId,
    name: 'pipeline',
    token_hash: tokenHash(token),
    scopes,
  });
  return { token, tokenId };
}
