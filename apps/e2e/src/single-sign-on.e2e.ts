// eslint-disable-next-line @nx/enforce-module-boundaries -- the provider of the server's tests, which no library has
import { startIdentityProvider } from '../../bff/test/identity-provider.ts';
import { ApiClient } from './harness/api-client.ts';
import { expect, test } from './harness/test.ts';

test('signs in through the page of a provider, opens the page that was wanted, and logs out there too', async ({
  page,
  product,
  browserErrors,
}) => {
  const idp = await startIdentityProvider();
  try {
    const api = await ApiClient.as(product, product.admin);
    const realm = await api.post<{ id: number }>('/api/realms', { name: 'Quayside Desk' });
    const { id } = await api.post<{ id: number }>('/api/identity-providers', {
      name: 'Quayside',
      realm_id: realm.id,
      issuer: idp.issuer,
      ...idp.client,
      scopes: 'openid email profile groups',
      domains: ['quayside.example'],
      creates_accounts: true,
      rules: [{ claim: 'groups', value: 'desk', realm_id: realm.id, role: 'realm_owner' }],
    });
    idp.register({ origin: product.url, providerId: id });
    idp.people.set('ida', { email: 'ida@quayside.example', name: 'Ida Quill', groups: ['desk'] });

    await page.goto('/jobs');
    await page.getByLabel('E-mail').fill('ida@quayside.example');
    // The domain's providers are asked for once the field is left.
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: 'Continue with Quayside' }).click();
    await expect(page).toHaveTitle('Quayside sign-in');
    await page.getByLabel('Name').fill('ida');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
    await expect(page).toHaveURL(`${product.url}/jobs`);

    await page.goto('/account');
    await expect(page.getByText('Your account has no password: Quayside proves who you are.')).toBeVisible();
    await page.getByRole('button', { name: 'Account of Ida Quill' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page).toHaveTitle('Sign out');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(`${product.url}/auth/login`);
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
    expect(browserErrors).toEqual([]);
  } finally {
    await idp.close();
  }
});
