import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getSession } from '@tessera/api';
import { json, people, resetBrowser, startShell } from '../../test/app';

beforeEach(() => resetBrowser());

const answer = { token: 'access', refreshToken: 'refresh', user: people.owner };
const refusal = (message: string) => json(401, { message, code: 'SECOND_FACTOR_REQUIRED' });

/** A server that takes one code. */
function open() {
  const sent: unknown[] = [];
  const shell = startShell('/tasks', undefined, {
    'POST /api/auth/login': async (request) => {
      const body = (await request.json()) as { code?: string };
      sent.push(body);
      if (body.code === undefined) return refusal('A code of your app is needed');
      return body.code === '492039' ? json(200, answer) : refusal('The code is wrong, or was used already');
    },
  });
  return { ...shell, sent };
}

async function fillSignIn() {
  await userEvent.type(await screen.findByLabelText('E-mail'), 'ida@quayside.example');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse battery');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

test('asks for the code of two-factor authentication in a second step', async () => {
  const { sent, at } = open();
  await fillSignIn();
  const code = await screen.findByLabelText('Code');
  expect(code).toHaveFocus();
  expect(screen.getByText('Signing in as ida@quayside.example')).toBeInTheDocument();
  expect(screen.queryByText('A code of your app is needed')).not.toBeInTheDocument();
  expect(localStorage).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText('Enter the code')).toBeInTheDocument();
  await userEvent.type(code, '000000{Enter}');
  expect(await screen.findByText('The code is wrong, or was used already')).toBeInTheDocument();
  await userEvent.clear(code);
  await userEvent.type(code, '492039{Enter}');
  await waitFor(() => expect(at()).toBe('/tasks'));
  expect(getSession()).toMatchObject({ token: 'access' });
  const first = { email: 'ida@quayside.example', password: 'correct horse battery' };
  expect(sent).toEqual([first, { ...first, code: '000000' }, { ...first, code: '492039' }]);
});

test('returns to the first step to use another account', async () => {
  open();
  await fillSignIn();
  await userEvent.click(await screen.findByRole('button', { name: 'Use another account' }));
  expect(await screen.findByLabelText('E-mail')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
