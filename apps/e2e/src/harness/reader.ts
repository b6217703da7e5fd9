import { signIn } from './console.ts';
import type { Credentials, Product } from './launched.ts';

/** Makes somebody who may only read in the demo realm. */
export async function makeReader(product: Product): Promise<Credentials> {
  const reader = { email: 'reader@quayside.example', password: 'harbour-lights-at-dusk-5' };
  const admin = await signIn(product, product.admin);
  const owner = await signIn(product, product.owner);
  const { realm_id } = await owner.get<{ realm_id: number }>('/api/me');
  await admin.post('/api/users', { ...reader, name: 'Reader', role: 'realm_user', realm_id });
  return reader;
}
