import '../recent-sign-in-dialog';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getSession, type PasskeyDto, type PasskeyOfferDto } from '@tessera/api';
import { json, people, resetBrowser, startShell } from '../../../test/app';
import { setBrowserPasskeys } from '../../../test/browser-passkeys';
import { noSecondFactor } from '../../../test/records';

beforeEach(() => resetBrowser());

const here: PasskeyOfferDto = { domain: 'localhost', origin: null, obstacle: null };
const request = { challenge: 'abcd', rpId: 'localhost', userVerification: 'required' };
const creation = {
  challenge: 'abcd',
  rp: { id: 'localhost', name: 'Tessera' },
  user: { id: 'abcd', name: 'ida', displayName: 'Ida' },
  pubKeyCredParams: [],
};
const assertion = {
  id: 'abcd',
  client_data: 'abcd',
  authenticator_data: 'abcd',
  signature: 'abcd',
  user_handle: 'abcd',
};
const answer = { token: 'access', refreshToken: 'refresh', user: people.owner };
const phone: PasskeyDto = {
  id: 4,
  name: 'Phone',
  backed_up: true,
  usable: true,
  created_at: '2026-11-20T20:00:00.000Z',
  last_used_at: null,
};

describe('the sign-in page', () => {
  function open(offer: PasskeyOfferDto & { options: object | null }, signIn = json(200, answer)) {
    const sent: unknown[] = [];
    const shell = startShell('/tasks', undefined, {
      'POST /api/auth/passkey/options': offer,
      'POST /api/auth/passkey': async (call) => {
        sent.push(await call.json());
        return signIn;
      },
    });
    return { ...shell, sent };
  }
  const press = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }));

  it('signs in with a passkey, without e-mail and password', async () => {
    const asked = setBrowserPasskeys('used');
    const { at, sent } = open({ ...here, options: request });
    await press();
    await waitFor(() => expect(at()).toBe('/tasks'));
    expect(getSession()).toMatchObject({ token: 'access' });
    expect(sent).toEqual([{ assertion }]);
    expect(asked).toMatchObject([{ rpId: 'localhost', userVerification: 'required' }]);
  });

  it.each([
    ['NotAllowedError', 'The passkey was not used: it was cancelled or took too long. Try again.'],
    [null, 'This browser has no passkeys. Use another browser or device.'],
  ] as const)('says in plain words what went wrong: %s', async (outcome, text) => {
    setBrowserPasskeys(outcome);
    open({ ...here, options: request });
    await press();
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('says that the passkey was not accepted', async () => {
    setBrowserPasskeys('used');
    open({ ...here, options: request }, json(401, { code: 'UNAUTHORIZED', message: 'Not accepted' }));
    await press();
    expect(await screen.findByText(/^The passkey was not accepted/)).toBeVisible();
  });

  it('leads to the address where passkeys work', async () => {
    const asked = setBrowserPasskeys('used');
    open({ domain: 'quay.example', origin: 'https://quay.example', obstacle: null, options: request });
    await press();
    const link = await screen.findByRole('link', { name: 'Open https://quay.example' });
    expect(link).toHaveAttribute('href', 'https://quay.example/');
    expect(asked).toEqual([]);
  });

  it('says why the installation offers none', async () => {
    open({ domain: null, origin: null, obstacle: 'NOT_A_DOMAIN', options: null });
    await press();
    expect(await screen.findByText(/they need a domain/)).toBeVisible();
  });

  it('takes a passkey in place of the code, and a new challenge after a refusal', async () => {
    setBrowserPasskeys('used');
    const sent: { passkey?: object }[] = [];
    const { at } = startShell('/tasks', undefined, {
      'POST /api/auth/login': async (call) => {
        sent.push((await call.json()) as object);
        if (sent.length === 3) return json(200, answer);
        const context = { app: false, passkey: { ...request, challenge: 'abcd' } };
        return json(401, { code: 'SECOND_FACTOR_REQUIRED', message: 'Wrong', context });
      },
    });
    await userEvent.type(await screen.findByLabelText('E-mail'), 'ida@quayside.example');
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse battery');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    expect(await screen.findByText('Wrong')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Use a passkey' }));
    await waitFor(() => expect(at()).toBe('/tasks'));
    expect(sent.map(({ passkey }) => passkey)).toEqual([undefined, assertion, assertion]);
  });
});

describe('the account page', () => {
  function open(passkeys: PasskeyDto[], answers: Parameters<typeof startShell>[2] = {}) {
    startShell('/account', people.owner, { 'GET /api/me/passkeys': () => json(200, passkeys), ...answers });
    return screen.findByRole('region', { name: 'Passkeys' }).then((panel) => within(panel));
  }
  const dialog = async (name: string, role = 'dialog') => within(await screen.findByRole(role, { name }));

  it('adds a passkey, and shows the recovery codes that come with the first', async () => {
    setBrowserPasskeys('used');
    const sent: unknown[] = [];
    const panel = await open([], {
      'POST /api/me/passkeys/options': { options: creation },
      'POST /api/me/passkeys': async (call) => {
        sent.push(await call.json());
        return json(201, { ...phone, recovery_codes: ['abcd-efgh-jkmn-pqrs'] });
      },
    });
    await userEvent.click(await panel.findByRole('button', { name: 'Add passkey' }));
    const adding = await dialog('Add a passkey');
    await userEvent.clear(adding.getByLabelText('Name'));
    await userEvent.type(adding.getByLabelText('Name'), 'Phone');
    await userEvent.click(adding.getByRole('button', { name: 'Continue' }));
    expect(await (await dialog('Recovery codes')).findByText('abcd-efgh-jkmn-pqrs')).toBeVisible();
    expect(sent).toEqual([
      {
        name: 'Phone',
        attestation: { id: 'abcd', client_data: 'abcd', attestation: 'abcd', transports: ['internal'] },
      },
    ]);
  });

  it('says when the device has one already, and keeps the dialog', async () => {
    setBrowserPasskeys('InvalidStateError');
    const panel = await open([phone], { 'POST /api/me/passkeys/options': { options: creation } });
    await userEvent.click(await panel.findByRole('button', { name: 'Add passkey' }));
    const adding = await dialog('Add a passkey');
    await userEvent.click(adding.getByRole('button', { name: 'Continue' }));
    expect(await adding.findByText('This device already has one of your passkeys.')).toBeVisible();
  });

  it('renames and removes passkeys, and says which no longer works', async () => {
    const sent: unknown[] = [];
    const panel = await open([phone, { ...phone, id: 5, name: 'Old key', usable: false }], {
      'PUT /api/me/passkeys/4': async (call) => {
        sent.push(await call.json());
        return json(200, phone);
      },
      'DELETE /api/me/passkeys/5': () => {
        sent.push('removed');
        return new Response(null, { status: 204 });
      },
    });
    expect(await panel.findByText(/Belongs to an earlier address/)).toBeVisible();
    const actions = (name: string) => within(panel.getByRole('group', { name: `Actions for ${name}` }));
    await userEvent.click(actions('Phone').getByRole('button', { name: 'Rename' }));
    const renaming = await dialog('Rename passkey');
    await userEvent.clear(renaming.getByLabelText('Name'));
    await userEvent.type(renaming.getByLabelText('Name'), 'Work phone{Enter}');
    await waitFor(() => expect(sent).toEqual([{ name: 'Work phone' }]));
    await userEvent.click(actions('Old key').getByRole('button', { name: 'Remove' }));
    const removing = await dialog('Remove “Old key”?', 'alertdialog');
    await userEvent.click(removing.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(sent).toEqual([{ name: 'Work phone' }, 'removed']));
  });

  it('offers none where there are none, and shows an error that can be retried', async () => {
    let tries = 0;
    const panel = await open([], {
      'GET /api/me/second-factor': {
        ...noSecondFactor,
        passkeys: { domain: null, origin: null, obstacle: 'NOT_SECURE' },
      },
      'GET /api/me/passkeys': () =>
        tries++ ? json(200, []) : json(403, { message: 'Not now', code: 'FORBIDDEN' }),
    });
    expect(await panel.findByText('Not now')).toBeVisible();
    await userEvent.click(panel.getByRole('button', { name: 'Retry' }));
    expect(await panel.findByText(/only at https addresses/)).toBeVisible();
    expect(panel.queryByRole('button', { name: 'Add passkey' })).not.toBeInTheDocument();
  });

  it('takes a passkey for a recent sign-in', async () => {
    setBrowserPasskeys('used');
    let recent = false;
    const proofs: unknown[] = [];
    const panel = await open([phone], {
      'POST /api/me/reauthenticate/options': { options: request },
      'POST /api/me/reauthenticate': async (call) => {
        proofs.push(await call.json());
        recent = true;
        return new Response(null, { status: 204 });
      },
      'DELETE /api/me/passkeys/4': () =>
        recent
          ? new Response(null, { status: 204 })
          : json(401, {
              message: 'Sign in',
              code: 'REAUTH_REQUIRED',
              context: { second_factor: true, passkey: true },
            }),
    });
    await userEvent.click(await panel.findByRole('button', { name: 'Remove' }));
    await userEvent.click(
      (await dialog('Remove “Phone”?', 'alertdialog')).getByRole('button', { name: 'Remove' }),
    );
    const proof = await dialog('Confirm it’s you');
    await userEvent.click(proof.getByRole('button', { name: 'Use a passkey' }));
    expect(await screen.findByText('Passkey removed')).toBeVisible();
    expect(proofs).toEqual([{ passkey: assertion }]);
  });
});

describe('a second factor that is required', () => {
  const by = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

  it('is announced on every page during the days of grace', async () => {
    const { at } = startShell('/tasks', { ...people.owner, second_factor_by: by(3) });
    expect(await screen.findByText('Set up two-factor authentication')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'page of /tasks' })).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Set up now' }));
    await waitFor(() => expect(at()).toBe('/account'));
  });

  it('leads to the account page from every page afterwards', async () => {
    const { at } = startShell('/tasks', { ...people.owner, second_factor_by: by(-1) });
    expect(await screen.findByText('Set up two-factor authentication to continue')).toBeVisible();
    expect(at()).toBe('/account');
    expect(await screen.findByRole('button', { name: 'Add passkey' })).toBeVisible();
  });

  it('is noticed when a request is refused for it', async () => {
    let due = false;
    const { at, refresh } = startShell('/dashboard', people.owner, {
      'GET /api/me': () => json(200, due ? { ...people.owner, second_factor_by: by(-1) } : people.owner),
      'GET /api/notifications': () =>
        due
          ? json(403, { message: 'Set one up', code: 'FORBIDDEN', reason: 'SECOND_FACTOR_DUE' })
          : json(200, []),
    });
    await screen.findByRole('main');
    due = true;
    await refresh();
    await waitFor(() => expect(at()).toBe('/account'));
  });
});
