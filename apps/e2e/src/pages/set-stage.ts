import { signIn } from '../harness/console.ts';
import type { Credentials, Product } from '../harness/product.ts';
import { busyRealm, type Stage } from './busy-realm.ts';
import { everyDialog } from './dialogs.ts';
import { emptyRealm } from './empty-realm.ts';
import { everyPage, type ConsolePage, type Visitor } from './every-page.ts';
import { everyOpened } from './opened.ts';
import { everyState } from './states.ts';

/** What the pages are looked at with: the demo realm at work, and an account for each of their visitors. */
export interface WalkStage {
  stage: Stage;
  accounts: Record<Exclude<Visitor, 'nobody'>, Credentials>;
  /** Every page, dialog and state. */
  all: ConsolePage[];
}

export async function setStage(product: Product): Promise<WalkStage> {
  const [stage, newcomer, others] = await Promise.all([
    busyRealm(product),
    emptyRealm(product),
    makeReaders(product),
  ]);
  const { admin, owner } = product;
  return {
    stage,
    accounts: { admin, owner, newcomer, ...others },
    all: [
      ...everyPage(stage),
      ...everyDialog({ ...stage, password: owner.password }),
      ...everyOpened(stage),
      ...everyState,
    ],
  };
}

/** Makes who may only read in the demo realm, and who has no realm yet. */
async function makeReaders(product: Product): Promise<{ reader: Credentials; waiting: Credentials }> {
  const admin = await signIn(product, product.admin);
  const owner = await signIn(product, product.owner);
  const { realm_id } = await owner.get<{ realm_id: number }>('/api/me');
  const reader = { email: 'reader@quayside.example', password: 'harbour-lights-at-dusk-5' };
  const waiting = { email: 'new@quayside.example', password: 'a-bench-by-the-quay-in-june-3' };
  await admin.post('/api/users', { ...reader, name: 'Reader', role: 'realm_user', realm_id });
  await admin.post('/api/users', { ...waiting, name: 'New', role: 'realm_user' });
  return { reader, waiting };
}
