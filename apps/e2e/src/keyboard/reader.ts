import type { Credentials } from '../harness/product.ts';
import { signInByKeys, type Desk } from './desk.ts';

/** What may only be read, a page that is refused, notifications, shortcuts, how the console looks. */
export async function realmUser(desk: Desk, reader: Credentials, url: string): Promise<void> {
  const { page, keys } = desk;
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  await signInByKeys(desk, reader);

  // Past the menu by the link that comes first; what may only be read says so.
  await keys.goTo('Tasks');
  await page.getByRole('row').nth(1).waitFor();
  expect(await button('Launch a job').isDisabled()).toBe(true);
  await keys.to(page.getByRole('link', { name: 'Skip to content' }), 'Shift+Tab');
  await keys.press('Enter');
  await keys.on(page.getByRole('main'));
  await keys.to(page.getByRole('link', { name: /^Templates/ }), 'Shift+Tab');
  await keys.press('Enter');
  await page.getByText('write:own').waitFor();
  await keys.on(page.getByRole('main'));
  await page.goto(`${url}/users`);
  await page.getByText('admin:all').waitFor();
  await keys.to(page.getByRole('link', { name: 'Go to the dashboard' }));
  await keys.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await keys.on(page.getByRole('main'));

  await keys.goTo('Notifications');
  await keys.to(button('Enable on this device'));

  // The sheet of shortcuts gives the focus back.
  await keys.press('?');
  await keys.on(page.getByRole('dialog', { name: 'Keyboard shortcuts' }));
  await keys.press('Escape');
  await keys.on(button('Enable on this device'));

  await keys.goTo('Account');
  const theme = page.getByRole('group', { name: 'Theme' });
  await keys.to(theme);
  await keys.to(theme.getByRole('button', { name: 'Dark' }), 'ArrowRight');
  await keys.press('Space');
  await page.locator(':root[data-theme="dark"]').waitFor({ state: 'attached' });
  await keys.on(theme.getByRole('button', { name: 'Dark' }));
  const density = page.getByRole('combobox', { name: 'Rows in lists' });
  await keys.to(density);
  await keys.choose(page.getByRole('option', { name: /^Comfortable/ }));
  await keys.on(density);
  await page.reload();
  await density.getByText(/^Comfortable/).waitFor();
}
