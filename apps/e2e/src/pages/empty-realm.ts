import { signIn } from '../harness/console.ts';
import type { Credentials, Product } from '../harness/product.ts';

/** Makes a realm in which nothing has been done yet; answers its owner. */
export async function emptyRealm(product: Product): Promise<Credentials> {
  const admin = await signIn(product, product.admin);
  const realm = await admin.post<{ id: number }>('/api/realms', {
    name: 'Lantern Desk',
    max_tasks: 10,
    max_logins: 10,
  });
  const owner = { email: 'owner@lantern.example', password: 'paper-lamps-for-winter-7' };
  await admin.post('/api/users', {
    ...owner,
    name: 'Lantern owner',
    role: 'realm_owner',
    realm_id: realm.id,
  });
  return owner;
}
