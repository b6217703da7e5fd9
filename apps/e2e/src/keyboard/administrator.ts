import type { Credentials } from '../harness/product.ts';
import { signInByKeys, type Desk } from './desk.ts';

/** A realm and its owner's invitation, a site off and on, the audit, the workers. */
export async function administrator(desk: Desk, admin: Credentials): Promise<void> {
  const { page, keys } = desk;
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const field = (name: string) => page.getByRole('textbox', { name });
  await signInByKeys(desk, admin);

  // A realm, by the page's own key; the form's fields in their order.
  await keys.goTo('Realms');
  await keys.press('n');
  await keys.to(field('Name'));
  await keys.type('Tidewater Desk');
  await keys.to(page.getByLabel('Unfinished tasks at most'));
  await keys.press('Control+a');
  await keys.type('50');
  await keys.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('Tidewater Desk').waitFor();
  await keys.on(page.getByRole('main'));

  // Its owner is invited; the link is shown once, and the focus comes back to where it was asked for.
  await keys.goTo('Users');
  await keys.to(button('Invite'));
  await keys.press('Enter');
  await keys.to(field('E-mail'));
  await keys.type('owner@tidewater.example');
  await keys.to(page.getByRole('combobox', { name: 'Role' }));
  await keys.choose(page.getByRole('option', { name: 'Realm owner' }));
  await keys.on(page.getByRole('combobox', { name: 'Role' }));
  await keys.press('Tab');
  await keys.on(page.getByRole('combobox', { name: 'Realm' }));
  await keys.choose(page.getByRole('option', { name: 'Tidewater Desk' }));
  await keys.to(button('Make link'));
  await keys.press('Enter');
  await keys.on(button('Copy link'));
  await keys.press('Escape');
  await keys.on(button('Invite'));
  await page.getByText('owner@tidewater.example').waitFor();

  // A site is switched off and on in its row, which is reached through the menu.
  await keys.to(page.getByRole('link', { name: /^Sites/ }), 'Shift+Tab');
  await keys.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Sites' }).waitFor();
  await page.getByRole('row').nth(1).waitFor();
  await keys.on(page.getByRole('main'));
  await keys.press('j');
  await keys.on(page.getByRole('row').nth(1));
  const enabled = page
    .getByRole('switch')
    .or(page.getByRole('checkbox', { name: /enabled$/ }))
    .first();
  await keys.to(enabled);
  await keys.press('Space');
  await page.getByText(/until you enable it again/).waitFor();
  await keys.to(button('Disable site'));
  await keys.press('Enter');
  await page.getByText(/ disabled$/).waitFor();
  await keys.on(enabled);
  await keys.press('Space');
  await page.getByText(/\) enabled$/).waitFor();
  await keys.on(enabled);

  // The audit behind the account menu: an entry opens beside the list, Escape leads back to its row.
  await keys.to(button(/^Account of/), 'Shift+Tab');
  await keys.choose(page.getByRole('menuitem', { name: 'Audit' }));
  await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
  await page.getByRole('row').nth(1).waitFor();
  await keys.on(page.getByRole('main'));
  await keys.press('j', 'Enter');
  const close = page.getByRole('button', { name: 'Close', exact: true });
  await keys.to(close);
  await keys.press('Escape');
  await close.waitFor({ state: 'detached' });
  await keys.on(page.getByRole('row').nth(1));

  await keys.goTo('Workers');
  await page.getByRole('row').nth(1).waitFor();
  await keys.to(page.getByRole('tab', { name: 'Workers' }));
  await keys.press('ArrowRight', 'Enter');
  await keys.on(page.getByRole('tab', { name: 'Tokens', selected: true }));

  await keys.to(button('Log out'), 'Shift+Tab');
  await keys.press('Enter');
  await keys.on(page.getByLabel('E-mail'));
}
