import { expect } from '@playwright/test';
import type { Credentials } from '../harness/product.ts';
import type { KeyboardUser } from './keyboard-user.ts';

/** Creates a realm and invites its owner, disables and enables a site, reads the audit log and the workers. */
export async function administerByKeyboard(user: KeyboardUser, admin: Credentials): Promise<void> {
  const { page } = user;
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const field = (name: string) => page.getByRole('textbox', { name });
  await user.signIn(admin);

  // The page's own shortcut opens the form; its fields follow in their order.
  await user.goTo('Realms');
  await user.press('n');
  await user.moveTo(field('Name'));
  await user.type('Tidewater Desk');
  await user.moveTo(page.getByLabel('Task limit'));
  await user.press('Control+a');
  await user.type('50');
  await user.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Tidewater Desk')).toBeVisible();
  await user.expectFocusOnPage();

  // The invitation's link is shown once; then the focus returns to the button that opened the dialog.
  await user.goTo('Users');
  await user.moveTo(button('Invite'));
  await user.press('Enter');
  await user.moveTo(field('E-mail'));
  await user.type('owner@tidewater.example');
  await user.moveTo(page.getByRole('combobox', { name: 'Role' }));
  await user.choose(page.getByRole('option', { name: 'Realm owner' }));
  await user.expectFocus(page.getByRole('combobox', { name: 'Role' }));
  await user.press('Tab');
  await user.expectFocus(page.getByRole('combobox', { name: 'Realm' }));
  await user.choose(page.getByRole('option', { name: 'Tidewater Desk' }));
  await user.moveTo(button('Create link'));
  await user.press('Enter');
  await user.expectFocus(button('Copy link'));
  await user.press('Escape');
  await user.expectFocus(button('Invite'));
  await expect(page.getByText('owner@tidewater.example')).toBeVisible();

  // A site is disabled and enabled in its row.
  await user.moveTo(page.getByRole('link', { name: /^Sites/ }), 'Shift+Tab');
  await user.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Sites' })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await user.expectFocusOnPage();
  await user.press('j');
  await user.expectFocus(page.getByRole('row').nth(1));
  const enabled = page
    .getByRole('switch')
    .or(page.getByRole('checkbox', { name: /enabled$/ }))
    .first();
  await user.moveTo(enabled);
  await user.press('Space');
  await expect(page.getByText(/until you enable it again/)).toBeVisible();
  await user.moveTo(button('Disable site'));
  await user.press('Enter');
  await expect(page.getByText(/ disabled$/)).toBeVisible();
  await user.expectFocus(enabled);
  await user.press('Space');
  await expect(page.getByText(/\) enabled$/)).toBeVisible();
  await user.expectFocus(enabled);

  // An audit entry opens beside the list; Escape returns the focus to its row.
  await user.moveTo(page.getByRole('link', { name: 'Audit log' }), 'Shift+Tab');
  await user.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await user.expectFocusOnPage();
  await user.press('j', 'Enter');
  const close = page.getByRole('button', { name: 'Close', exact: true });
  await user.moveTo(close);
  await user.press('Escape');
  await expect(close).toHaveCount(0);
  await user.expectFocus(page.getByRole('row').nth(1));

  await user.goTo('Workers');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await user.moveTo(page.getByRole('tab', { name: 'Workers' }));
  await user.press('ArrowRight', 'Enter');
  await user.expectFocus(page.getByRole('tab', { name: 'Tokens', selected: true }));

  await user.moveTo(button('Log out'), 'Shift+Tab');
  await user.press('Enter');
  await user.expectFocus(page.getByLabel('E-mail'));
}
