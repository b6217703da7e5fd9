import { expect } from '@playwright/test';
import type { KeyboardUser } from './keyboard-user.ts';

/** Registers, with a password that is refused first. */
export async function registerByKeyboard(user: KeyboardUser): Promise<void> {
  const { page } = user;
  await user.expectFocus(page.getByLabel('E-mail'));
  await user.moveTo(page.getByRole('link', { name: 'Create an account' }));
  await user.press('Enter');
  await user.expectFocus(page.getByLabel('Name'));
  await user.type('New Person');
  await user.press('Tab');
  await user.type('new@person.example');
  await user.press('Tab');
  await user.type('short');
  await user.press('Enter');
  // The refused field is focused.
  await user.expectFocus(page.getByLabel('Password', { exact: true }));
  await user.type('-is-not-what-this-is');
  await user.press('Enter');
  await expect(page.getByText('Waiting for an administrator')).toBeVisible();
  await user.expectFocusOnPage();
}
