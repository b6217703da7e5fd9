import { createEmptyRealm, createPendingUser, createReader } from '../harness/accounts.ts';
import type { Product } from '../harness/product.ts';
import type { Accounts } from '../harness/sessions.ts';
import { companyStates } from './company-states.ts';
import { dialogStates } from './dialog-states.ts';
import { listStates } from './list-states.ts';
import { loginCheckStates } from './login-check-states.ts';
import { moduleStates } from './module-states.ts';
import { noticeStates } from './notice-states.ts';
import { notificationStates } from './notification-states.ts';
import { onSaleStates } from './on-sale-states.ts';
import type { PageState } from './page-state.ts';
import { pageStates } from './page-states.ts';
import { panelStates } from './panel-states.ts';
import { payStates } from './pay-states.ts';
import { recordStates } from './record-states.ts';
import { seedDemoRealm } from './seed-demo-realm.ts';

/** Data for every state of the console. */
export interface SeededConsole {
  /** An account for each visitor. */
  accounts: Accounts;
  /** The pages alone. */
  pages: PageState[];
  /** Every page, dialog and state. */
  states: PageState[];
}

/** Creates the data that the states show, and an account for each visitor. */
export async function seedFixtures(product: Product): Promise<SeededConsole> {
  const { admin, owner } = product;
  const reader = await createReader(product);
  const pending = await createPendingUser(product);
  const newOwner = await createEmptyRealm(product);
  const ids = await seedDemoRealm(product);
  const pages = pageStates(ids);
  const states = [
    ...pages,
    ...dialogStates({ ...ids, password: owner.password }),
    ...panelStates(ids),
    ...onSaleStates(ids),
    ...listStates,
    ...payStates,
    ...recordStates(ids),
    ...loginCheckStates(ids),
    ...noticeStates(ids),
    ...notificationStates,
    ...moduleStates,
    ...companyStates,
  ];
  return { accounts: { admin, owner, reader, newOwner, pending }, pages, states };
}
