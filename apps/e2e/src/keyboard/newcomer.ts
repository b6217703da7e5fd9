import type { Desk } from './desk.ts';

/** Registration, with a password that is refused first. */
export async function newcomer({ page, keys }: Desk): Promise<void> {
  await keys.on(page.getByLabel('E-mail'));
  await keys.to(page.getByRole('link', { name: 'Create an account' }));
  await keys.press('Enter');
  await keys.on(page.getByLabel('Name'));
  await keys.type('New Person');
  await keys.press('Tab');
  await keys.type('new@person.example');
  await keys.press('Tab');
  await keys.type('short');
  await keys.press('Enter');
  // What was refused has the focus.
  await keys.on(page.getByLabel('Password', { exact: true }));
  await keys.type('-is-not-what-this-is');
  await keys.press('Enter');
  await page.getByText('Waiting for an administrator').waitFor();
  await keys.on(page.getByRole('main'));
}
