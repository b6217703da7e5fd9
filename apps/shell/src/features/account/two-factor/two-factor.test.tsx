import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SecondFactorDto } from '@tessera/api';
import { json, people, resetBrowser, startShell } from '../../../../test/app';
import { noSecondFactor } from '../../../../test/records';

beforeEach(() => resetBrowser());

const off = noSecondFactor;
const on: SecondFactorDto = {
  ...off,
  enabled: true,
  confirmed_at: '2026-11-20T20:00:00.000Z',
  recovery_codes_left: 10,
};
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const codes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-jkmn-pqr${index}`);
const wrong = (field: string, message: string) =>
  json(400, { message, code: 'VALIDATION', details: [{ field, message }] });

/** A server with the state of two-factor authentication. */
function open(state: SecondFactorDto) {
  const sent: [string, unknown][] = [];
  const record = async (request: Request) => {
    const body = (await request.json()) as Record<string, string>;
    sent.push([new URL(request.url).pathname.replace('/api/me/second-factor', ''), body]);
    return body;
  };
  let now = state;
  startShell('/account', people.owner, {
    'GET /api/me/second-factor': () => json(200, now),
    'POST /api/me/second-factor': async (request) =>
      (await record(request)).current_password === 'my own password'
        ? json(201, { secret, otpauth_url: `otpauth://totp/Tessera:ida?secret=${secret}` })
        : wrong('current_password', 'current_password is wrong'),
    'POST /api/me/second-factor/confirm': async (request) => {
      if ((await record(request)).code !== '492039')
        return wrong('code', 'code is wrong, or was used already');
      now = on;
      return json(200, { recovery_codes: codes });
    },
    'POST /api/me/second-factor/remove': async (request) => {
      if ((await record(request)).code !== '492039')
        return wrong('code', 'code is wrong, or was used already');
      now = off;
      return new Response(null, { status: 204 });
    },
  });
  return sent;
}
const panel = async () => within(await screen.findByRole('region', { name: 'Two-factor authentication' }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('turns on in three steps: password, key with code, recovery codes to copy', async () => {
  const user = userEvent.setup();
  const sent = open(off);
  await user.click(await (await panel()).findByRole('button', { name: 'Turn on' }));
  const first = await dialog('Turn on two-factor authentication');
  await user.click(first.getByRole('button', { name: 'Next' }));
  expect(await first.findByText('Enter your current password')).toBeInTheDocument();
  await user.type(first.getByLabelText('Current password'), 'not it');
  await user.click(first.getByRole('button', { name: 'Next' }));
  expect(await first.findByText('current_password is wrong')).toBeInTheDocument();
  await user.clear(first.getByLabelText('Current password'));
  await user.type(first.getByLabelText('Current password'), 'my own password');
  await user.click(first.getByRole('button', { name: 'Next' }));

  expect(await screen.findByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeInTheDocument();
  const second = await dialog('Turn on two-factor authentication');
  expect(await second.findByRole('img', { name: /^QR code of the key/ })).toBeInTheDocument();
  expect(second.getByRole('link', { name: 'Open in the app' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^otpauth:\/\/totp\//),
  );
  await user.type(second.getByLabelText('Code from your app'), '111111');
  await user.click(second.getByRole('button', { name: 'Turn on' }));
  expect(await second.findByText('code is wrong, or was used already')).toBeInTheDocument();
  await user.clear(second.getByLabelText('Code from your app'));
  await user.type(second.getByLabelText('Code from your app'), '492039{Enter}');

  const third = await dialog('Recovery codes');
  expect(within(third.getByRole('list', { name: 'Recovery codes' })).getAllByRole('listitem')).toHaveLength(
    10,
  );
  await user.click(third.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe(codes.join('\n'));
  expect(await screen.findByText('Recovery codes copied')).toBeInTheDocument();
  await user.click(third.getByRole('button', { name: 'I’ve saved them' }));
  await waitFor(() => expect(screen.queryByText(codes[0]!)).not.toBeInTheDocument());
  const shown = await panel();
  expect(await shown.findByText('On: signing in also requires a code from your app.')).toBeInTheDocument();
  expect(shown.getByText('10')).toBeInTheDocument();
  expect(sent.at(-1)).toEqual(['/confirm', { code: '492039' }]);
});

test('asks for the password and a code before turning off', async () => {
  const user = userEvent.setup();
  const sent = open({ ...on, recovery_codes_left: 1 });
  const shown = await panel();
  expect(await shown.findByText(/Few recovery codes are left/)).toBeInTheDocument();
  await user.click(shown.getByRole('button', { name: 'Turn off' }));
  const turnOff = await dialog('Turn off two-factor authentication');
  await user.type(turnOff.getByLabelText('Current password'), 'my own password');
  await user.type(turnOff.getByLabelText('Code from your app, or a recovery code'), '111111');
  await user.click(turnOff.getByRole('button', { name: 'Turn off' }));
  expect(await turnOff.findByText('code is wrong, or was used already')).toBeInTheDocument();
  await user.clear(turnOff.getByLabelText('Code from your app, or a recovery code'));
  await user.type(turnOff.getByLabelText('Code from your app, or a recovery code'), '492039');
  await user.click(turnOff.getByRole('button', { name: 'Turn off' }));
  expect(await shown.findByText('Off: signing in requires no code from an app.')).toBeInTheDocument();
  expect(sent.at(-1)).toEqual(['/remove', { current_password: 'my own password', code: '492039' }]);
});

test('shows an error when the state can’t be loaded, and retries', async () => {
  let tries = 0;
  startShell('/account', people.owner, {
    'GET /api/me/second-factor': () =>
      tries++ ? json(200, off) : json(403, { message: 'Not now', code: 'FORBIDDEN' }),
  });
  const shown = await panel();
  expect(await shown.findByText('Not now')).toBeInTheDocument();
  await userEvent.click(shown.getByRole('button', { name: 'Retry' }));
  expect(await shown.findByRole('button', { name: 'Turn on' })).toBeInTheDocument();
});
