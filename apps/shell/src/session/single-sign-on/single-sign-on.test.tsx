import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getSession } from '@tessera/api';
import { json, people, resetBrowser, startShell } from '../../../test/app';

beforeEach(() => resetBrowser());

const session = { token: 't', refreshToken: 'r', user: people.user };
const refused = (status: number, body: object) => json(status, { message: 'No', ...body });

test('offers the providers of the installation, and those of the domain that is typed', async () => {
  const asked: (string | null)[] = [];
  startShell('/auth/login', undefined, {
    'GET /api/auth/providers': (request) => {
      const email = new URL(request.url).searchParams.get('email');
      asked.push(email);
      const own = email === '@quayside.example' ? [{ id: 2, name: 'Quayside' }] : [];
      return json(200, [...own, { id: 1, name: 'Entra' }]);
    },
  });
  const entra = await screen.findByRole('link', { name: 'Continue with Entra' });
  expect(entra).toHaveAttribute('href', '/api/auth/sso/1/start?to=%2Fdashboard');
  await userEvent.type(screen.getByLabelText('E-mail'), 'ida@quayside.example');
  await userEvent.tab();
  expect(await screen.findByRole('link', { name: 'Continue with Quayside' })).toBeVisible();
  // The domain alone, and not with each letter.
  expect([...new Set(asked)]).toEqual([null, '@quayside.example']);
});

test('offers nothing while the server has no providers, or none can be read', async () => {
  startShell('/auth/login', undefined, {
    'GET /api/auth/providers': () => refused(503, { code: 'UNAVAILABLE' }),
  });
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(screen.queryByText('or')).not.toBeInTheDocument();
});

test('exchanges a code once, and opens the page that was wanted', async () => {
  const sent: unknown[] = [];
  const { at } = startShell('/auth/sso#code=once&to=%2Faccount', undefined, {
    'POST /api/auth/sso/session': async (request) => {
      sent.push(await request.json());
      return json(200, session);
    },
  });
  await waitFor(() => expect(at()).toBe('/account'));
  expect(getSession()?.user.email).toBe(people.user.email);
  expect(sent).toEqual([{ code: 'once' }]);
});

test.each([
  ['EXPIRED', /expired or was used already/],
  ['OTHER_BROWSER', /begun in another browser/],
  ['UNREACHABLE', /cannot be reached/],
  ['REFUSED', /not valid/],
  ['DECLINED', /cancelled/],
  ['TOO_MANY', /Too many attempts/],
  ['NEWER', /expired or was used already/],
])('says why it failed: %s', async (fault, text) => {
  startShell(`/auth/sso#fault=${fault}&to=%2Fjobs`);
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign in another way' })).toHaveAttribute('href', '/auth/login');
});

test('says that the provider gives no access', async () => {
  startShell('/auth/sso#code=refused', undefined, {
    'POST /api/auth/sso/session': () =>
      refused(403, { code: 'FORBIDDEN', reason: 'NO_ACCESS', context: { provider: 'Quayside' } }),
  });
  expect(await screen.findByText(/Quayside gives you no access.*Ask your administrator/)).toBeVisible();
});

test('links an account by its password and code, then signs in', async () => {
  const sent: unknown[] = [];
  const { at } = startShell('/auth/sso#code=unlinked&to=%2Faccount', undefined, {
    'POST /api/auth/sso/session': () =>
      refused(409, {
        code: 'CONFLICT',
        reason: 'LINK_NEEDED',
        context: { provider: 'Quayside', email: 'sam@quayside.example' },
      }),
    'POST /api/auth/sso/link': async (request) => {
      sent.push(await request.json());
      if (sent.length === 1) return refused(401, { code: 'UNAUTHORIZED' });
      if (sent.length === 2) return refused(401, { code: 'SECOND_FACTOR_REQUIRED' });
      return json(200, session);
    },
  });
  const password = await screen.findByLabelText('Password');
  expect(screen.getByText(/sam@quayside.example/)).toBeVisible();
  await userEvent.type(password, 'lantern-over-quiet-water-7');
  const go = screen.getByRole('button', { name: 'Link and sign in' });
  await userEvent.click(go);
  expect(await screen.findByText(/password is wrong, or there is no such account/)).toBeVisible();
  await userEvent.click(go);
  await userEvent.type(await screen.findByLabelText(/Code/), '492039');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(at()).toBe('/account'));
  expect(sent.at(-1)).toEqual({
    code: 'unlinked',
    password: 'lantern-over-quiet-water-7',
    second_factor: '492039',
  });
});

test('shows linked sign-ins instead of a password, and keeps the only one', async () => {
  const identity = {
    id: 5,
    provider_id: 2,
    provider_name: 'Quayside',
    subject: 'u-17',
    linked_at: '2026-11-01T09:00:00.000Z',
    last_sign_in_at: null,
  };
  startShell('/account', people.user, {
    'GET /api/me/ways-in': () =>
      json(200, { has_password: false, identities: [identity], providers: [{ id: 1, name: 'Entra' }] }),
  });
  expect(await screen.findByText(/Your account has no password: Quayside/)).toBeVisible();
  expect(screen.getByText('This is your only way to sign in')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Link Entra' })).toBeVisible();
  expect(screen.queryByLabelText(/Current password/)).not.toBeInTheDocument();
});
