import { randomUUID } from 'node:crypto';
import { ApiClient } from './api-client.ts';
import type { Credentials, Product } from './product.ts';

/** Creates a user of the demo realm who may only read. */
export async function createReader(product: Product): Promise<Credentials> {
  const reader = { email: 'reader@quayside.example', password: 'harbour-lights-at-dusk-5' };
  const admin = await ApiClient.as(product, product.admin);
  const owner = await ApiClient.as(product, product.owner);
  const { realm_id } = await owner.get<{ realm_id: number }>('/api/me');
  await admin.post('/api/users', { ...reader, name: 'Reader', role: 'realm_user', realm_id });
  return reader;
}

/** Creates a user who has no realm yet. */
export async function createPendingUser(product: Product): Promise<Credentials> {
  const pending = { email: 'new@quayside.example', password: 'a-bench-by-the-quay-in-june-3' };
  const admin = await ApiClient.as(product, product.admin);
  await admin.post('/api/users', { ...pending, name: 'New', role: 'realm_user' });
  return pending;
}

/** Creates a realm without any data; returns its owner. */
export async function createEmptyRealm(product: Product): Promise<Credentials> {
  const admin = await ApiClient.as(product, product.admin);
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

/** Creates realms with owners; returns these in turn, each of another realm than the one before. */
export async function createOwners(
  product: Product,
  { realms, ownersOfRealm }: { realms: number; ownersOfRealm: number },
): Promise<Credentials[]> {
  const admin = await ApiClient.as(product, product.admin);
  const owners: Credentials[][] = [];
  for (let desk = 1; desk <= realms; desk += 1) {
    const realm = { name: `Lamp Desk ${randomUUID()}`, max_tasks: 1, max_logins: 1 };
    const { id: realm_id } = await admin.post<{ id: number }>('/api/realms', realm);
    for (let place = 0; place < ownersOfRealm; place += 1) {
      const owner = {
        email: `owner-${place}@desk-${realm_id}.example`,
        password: 'a-finch-above-the-quay-6',
      };
      await admin.post('/api/users', { ...owner, name: `Owner ${place}`, role: 'realm_owner', realm_id });
      owners[place] = [...(owners[place] ?? []), owner];
    }
  }
  return owners.flat();
}

/** Creates a second owner of the demo realm. */
export async function createColleague(product: Product): Promise<Credentials> {
  const colleague = { email: 'colleague@quayside.example', password: 'two-lamps-by-the-harbour-4' };
  const admin = await ApiClient.as(product, product.admin);
  const owner = await ApiClient.as(product, product.owner);
  const { realm_id } = await owner.get<{ realm_id: number }>('/api/me');
  await admin.post('/api/users', { ...colleague, name: 'Nel Harper', role: 'realm_owner', realm_id });
  return colleague;
}
