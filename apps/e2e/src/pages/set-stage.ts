import { signIn } from '../harness/console.ts';
import type { Credentials, Product } from '../harness/product.ts';
import { makeReader } from '../harness/reader.ts';
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
  const [stage, newcomer, reader, waiting] = await Promise.all([
    busyRealm(product),
    emptyRealm(product),
    makeReader(product),
    makeWaiting(product),
  ]);
  const { admin, owner } = product;
  return {
    stage,
    accounts: { admin, owner, newcomer, reader, waiting },
    all: [
      ...everyPage(stage),
      ...everyDialog({ ...stage, password: owner.password }),
      ...everyOpened(stage),
      ...everyState,
    ],
  };
}

/** Makes somebody who has no realm yet. */
async function makeWaiting(product: Product): Promise<Credentials> {
  const waiting = { email: 'new@quayside.example', password: 'a-bench-by-the-quay-in-june-3' };
  const admin = await signIn(product, product.admin);
  await admin.post('/api/users', { ...waiting, name: 'New', role: 'realm_user' });
  return waiting;
}
