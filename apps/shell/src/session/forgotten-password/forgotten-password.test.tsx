import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { json, resetBrowser, startShell } from '../../../test/app';

beforeEach(() => resetBrowser());

test.each([
  [true, /a link was sent to it.*30 minutes/],
  [false, /This server sends no e-mail.*owners and the administrators were notified/],
])('requests a reset link, and says how it comes (by mail: %s)', async (mailed, said) => {
  const sent: unknown[] = [];
  const { at } = startShell('/auth/login', undefined, {
    'POST /api/auth/forgot-password': async (request) => {
      sent.push(await request.json());
      return json(200, { mailed });
    },
  });
  await userEvent.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
  expect(at()).toBe('/auth/forgot');
  await userEvent.type(await screen.findByLabelText('E-mail'), 'ida@quayside.example');
  await userEvent.click(screen.getByRole('button', { name: 'Ask for a link' }));
  expect(await screen.findByText(said)).toBeVisible();
  expect(sent).toEqual([{ email: 'ida@quayside.example' }]);
});

test('sets a new password from a reset link, and rejects an invalid one', async () => {
  const sent: unknown[] = [];
  startShell('/auth/reset#token=once', undefined, {
    'POST /api/auth/reset-password': async (request) => {
      sent.push(await request.json());
      if (sent.length > 1) return new Response(null, { status: 204 });
      const details = [{ field: 'token', message: 'This link is no longer valid' }];
      return json(400, { message: 'This link is no longer valid', code: 'VALIDATION', details });
    },
  });
  await userEvent.type(await screen.findByLabelText('New password'), 'three-lanterns-by-the-quay');
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
  expect(await screen.findByText(/no longer valid.*Ask for a new one/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
  expect(await screen.findByText(/Your password is set/)).toBeVisible();
  expect(sent).toEqual([1, 2].map(() => ({ token: 'once', password: 'three-lanterns-by-the-quay' })));
});
