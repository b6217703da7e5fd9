import { expect } from '@playwright/test';
import type { Credentials } from '../harness/product.ts';
import type { KeyboardUser } from './keyboard-user.ts';

/** Visits read-only and refused pages, notifications, the shortcuts and the appearance settings. */
export async function readByKeyboard(user: KeyboardUser, reader: Credentials): Promise<void> {
  const { page } = user;
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  await user.signIn(reader);

  // The skip link passes the menu; read-only pages say which permission is missing.
  await user.goTo('Tasks');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(button('Launch a job')).toBeDisabled();
  await user.moveTo(page.getByRole('link', { name: 'Skip to content' }), 'Shift+Tab');
  await user.press('Enter');
  await user.expectFocusOnPage();
  await user.moveTo(page.getByRole('link', { name: /^Templates/ }), 'Shift+Tab');
  await user.press('Enter');
  await expect(page.getByText('write:own')).toBeVisible();
  await user.expectFocusOnPage();
  await page.goto('/users');
  await expect(page.getByText('admin:all')).toBeVisible();
  await user.moveTo(page.getByRole('link', { name: 'Go to the dashboard' }));
  await user.press('Enter');
  await user.expectPage('Dashboard');

  await user.goTo('Notifications');
  await user.moveTo(button('Enable on this device'));

  // The list of shortcuts returns the focus.
  await user.press('?');
  await user.expectFocus(page.getByRole('dialog', { name: 'Keyboard shortcuts' }));
  await user.press('Escape');
  await user.expectFocus(button('Enable on this device'));

  await user.goTo('Account');
  const theme = page.getByRole('group', { name: 'Theme' });
  await user.moveTo(theme);
  await user.moveTo(theme.getByRole('button', { name: 'Dark' }), 'ArrowRight');
  await user.press('Space');
  await expect(page.locator(':root[data-theme="dark"]')).toBeAttached();
  await user.expectFocus(theme.getByRole('button', { name: 'Dark' }));
  const density = page.getByRole('combobox', { name: 'Row height in lists' });
  await user.moveTo(density);
  await user.choose(page.getByRole('option', { name: /^Comfortable/ }));
  await user.expectFocus(density);
  await page.reload();
  await expect(density.getByText(/^Comfortable/)).toBeVisible();
}
