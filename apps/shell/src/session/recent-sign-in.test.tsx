import './recent-sign-in-dialog';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { usersCreate } from '@tessera/api';
import { FormDialog, TextField } from '@tessera/ui/forms';
import { json, people, resetBrowser, startShell } from '../../test/app';

beforeEach(() => resetBrowser());

/** A module's page with a form whose request requires a recent sign-in. */
function Page() {
  const [open, setOpen] = useState(true);
  const form = useForm({ defaultValues: { email: '' } });
  const save = async ({ email }: { email: string }) => {
    await usersCreate({ body: { email, password: 'three-lanterns-by-the-quay' } });
  };
  return (
    <>
      <h1>{open ? 'Making a user' : 'User made'}</h1>
      <FormDialog open={open} title="New user" form={form} onSubmit={save} onClose={() => setOpen(false)}>
        <TextField control={form.control} name="email" label="E-mail" />
      </FormDialog>
    </>
  );
}

const required = (second_factor: boolean) =>
  json(401, { message: 'This needs a recent sign-in', code: 'REAUTH_REQUIRED', context: { second_factor } });

/** A server that requires a recent sign-in and accepts one password (and code). */
async function open(secondFactor = false) {
  let recent = false;
  const proofs: unknown[] = [];
  const created: unknown[] = [];
  const shell = startShell('/realms', people.admin, {
    'POST /api/users': async (request) => {
      if (!recent) return required(secondFactor);
      created.push(await request.json());
      return json(201, { id: 9 });
    },
    'POST /api/me/reauthenticate': async (request) => {
      const proof = (await request.json()) as { password: string };
      proofs.push(proof);
      recent = proof.password === 'right';
      if (recent) return new Response(null, { status: 204 });
      const details = [{ field: 'password', message: 'password is wrong' }];
      return json(400, { message: 'password is wrong', code: 'VALIDATION', details });
    },
  });
  const remote = shell.remotes['mf-admin'];
  if (remote && 'routes' in remote)
    remote.routes = remote.routes.map((route) =>
      route.path === '/realms' ? { ...route, element: <Page /> } : route,
    );
  await userEvent.type(await screen.findByLabelText('E-mail'), 'ann@quayside.example');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('dialog', { name: 'Confirm it’s you' })).toBeVisible();
  return { ...shell, proofs, created };
}

test('asks for the password, repeats the request, and keeps the form', async () => {
  const { requests, proofs, created } = await open();
  const password = screen.getByLabelText('Password');
  await waitFor(() => expect(password).toHaveFocus());
  expect(screen.queryByLabelText('Code')).not.toBeInTheDocument();
  await userEvent.type(password, 'wrong{Enter}');
  expect(await screen.findByText('password is wrong')).toBeVisible();
  await userEvent.clear(password);
  await userEvent.type(password, 'right{Enter}');
  expect(await screen.findByRole('heading', { name: 'User made' })).toBeVisible();
  expect(created).toEqual([{ email: 'ann@quayside.example', password: 'three-lanterns-by-the-quay' }]);
  expect(proofs).toEqual([{ password: 'wrong' }, { password: 'right' }]);
  expect(requests.filter(({ url }) => url.endsWith('/auth/refresh'))).toEqual([]);
});

test('leaves the form as it is on cancel, without an error', async () => {
  const { created } = await open();
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus());
  await userEvent.keyboard('{Escape}');
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'Confirm it’s you' })).not.toBeInTheDocument(),
  );
  expect(screen.getByLabelText('E-mail')).toHaveValue('ann@quayside.example');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(created).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('dialog', { name: 'Confirm it’s you' })).toBeVisible();
});

test('asks for the code of two-factor authentication when it is on', async () => {
  const { proofs } = await open(true);
  await userEvent.type(screen.getByLabelText('Password'), 'right');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Enter the code')).toBeVisible();
  await userEvent.type(screen.getByLabelText('Code'), '492039');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByRole('heading', { name: 'User made' })).toBeVisible();
  expect(proofs).toEqual([{ password: 'right', code: '492039' }]);
});
