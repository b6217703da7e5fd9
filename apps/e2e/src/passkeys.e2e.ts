import type { CDPSession, Page } from '@playwright/test';
import { openMenuEntry, signIn } from './harness/sign-in.ts';
import { expect, test } from './harness/test.ts';

/** Chromium's virtual authenticator of a page: with passkeys that are found without a name, and a user who is verified. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, id: authenticatorId };
}

/** Passkeys are for `localhost`, as a page that is opened by another name of this machine says. */
const byName = (url: string) => url.replace('127.0.0.1', 'localhost');

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${new URL(page.url()).origin}/auth/login`);
}

const panelOf = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

async function addPasskey(page: Page, name: string): Promise<void> {
  await panelOf(page).getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Continue' }).click();
}

test('leads from the address by number to the one where passkeys work', async ({ page, product }) => {
  await page.goto(`${product.url}/auth/login`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  const link = page.getByRole('link', { name: /^Open http:\/\/localhost/ });
  await expect(link).toHaveAttribute('href', `${byName(product.url)}/auth/login`);
});

test('registers, signs in, is second factor and recent sign-in, and is removed', async ({
  page,
  product,
}) => {
  const { cdp, id } = await addAuthenticator(page);
  await page.goto(`${byName(product.url)}/account`);
  await signIn(page, product.owner);

  await addPasskey(page, 'Phone');
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await codes.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(panelOf(page).getByText('Phone')).toBeVisible();
  await expect(panelOf(page).getByText('Never')).toBeVisible();

  await addPasskey(page, 'The same phone');
  await expect(page.getByText('This device already has one of your passkeys.')).toBeVisible();
  await page.keyboard.press('Escape');

  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('navigation').first().waitFor();

  await signOut(page);
  await page.getByLabel('E-mail').fill(product.owner.email);
  await page.getByLabel('Password', { exact: true }).fill(product.owner.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('navigation').first().waitFor();

  await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false });
  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText(/^The passkey was not used/)).toBeVisible();
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: true });
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await openMenuEntry(page, 'Dashboard');

  // As if more than five minutes had passed.
  await page.route(
    '**/api/me/passkeys/*',
    (route) =>
      route.fulfill({
        status: 401,
        json: { code: 'REAUTH_REQUIRED', message: '', context: { second_factor: true, passkey: true } },
      }),
    { times: 1 },
  );
  await page.goto(`${byName(product.url)}/account`);
  await expect(panelOf(page).getByText('Never')).toBeHidden();
  await panelOf(page).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await proof.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('Passkey removed')).toBeVisible();

  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText(/^The passkey was not accepted/)).toBeVisible();
});
