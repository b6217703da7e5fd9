import { screen, waitFor, within } from '@testing-library/react';
import { list, refusal, TestServer } from '@tessera/api/testing';
import { open } from '../../../../test/open';
import { login, realm, site } from '../../../../test/records';

const csv = 'email,name\nann@example.org,Ann\nbo@example.org,Bo\nnobody,';

const result = (row: number, email: string | null, outcome: string, fields: string[] = []) => ({
  row,
  email,
  outcome,
  fields,
});
const answer = ({
  results = [],
  ...over
}: {
  results?: ReturnType<typeof result>[];
  [name: string]: unknown;
}) => {
  const count = (kind: string) => results.filter(({ outcome }) => outcome === kind).length;
  return {
    dry_run: true,
    rows: 0,
    valid: 0,
    ids: [],
    columns: [],
    counts: {
      new: count('new'),
      changed: count('changed'),
      unchanged: count('unchanged'),
      faulty: count('faulty'),
    },
    results,
    errors: [],
    ...over,
  };
};

const checked = answer({
  results: [
    result(2, 'ann@example.org', 'new', ['email', 'name']),
    result(3, 'bo@example.org', 'changed', ['name']),
  ],
});
const faulty = answer({
  results: [...checked.results, result(4, null, 'faulty')],
  errors: [
    { row: 4, field: 'email', message: 'email must be an e-mail address' },
    { row: 4, field: 'age', message: 'age must be a whole number' },
  ],
});

const pageOf = (import_: (call: { query: URLSearchParams }) => unknown) =>
  new TestServer()
    .on('GET /sites/:id', { body: site(1) })
    .on('GET /sites/:id/logins', list([login(1)]))
    .on('GET /realms', list([realm(1)]))
    .on('POST /sites/:id/logins/import', import_ as never);

async function paste(server: TestServer, role: 'realm_owner' | 'admin' = 'realm_owner') {
  const { user } = open(server, '/sites/1/logins', role);
  await user.click(await screen.findByRole('button', { name: 'Import CSV' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import logins' }));
  await user.click(dialog.getByRole('textbox', { name: 'Rows' }));
  await user.paste(csv);
  return { user, dialog };
}

test('rows are checked without writing anything: what each does, and what is wrong with which field', async () => {
  const server = pageOf(() => ({ body: faulty }));
  const { user, dialog } = await paste(server);
  await user.click(dialog.getByRole('switch', { name: 'Change logins that are there already' }));
  await user.click(dialog.getByRole('button', { name: 'Check' }));
  expect(await dialog.findByText('age must be a whole number')).toBeVisible();
  expect(dialog.getByText('email must be an e-mail address')).toBeVisible();
  expect(dialog.getByText('1 row is to be corrected first')).toBeVisible();
  expect(dialog.getByRole('button', { name: /^Import/ })).toBeDisabled();
  const [call] = server.seen('POST /sites/1/logins/import');
  expect([call?.query.get('dry_run'), call?.query.get('update')]).toEqual(['true', 'true']);
  await user.click(dialog.getByRole('button', { name: '1 changed' }));
  expect(dialog.getByRole('row', { name: /3 bo@example.org Changed name/ })).toBeVisible();
  expect(dialog.queryByText('age must be a whole number')).not.toBeInTheDocument();
});

test('what was checked is imported, and said; the list is read anew', async () => {
  const server = pageOf(({ query }) => ({
    body: query.get('dry_run') === 'true' ? checked : { ...checked, dry_run: false, ids: [9] },
  }));
  const { user, dialog } = await paste(server);
  await user.click(dialog.getByRole('button', { name: 'Check' }));
  const read = server.seen('GET /sites/1/logins').length;
  await user.click(await dialog.findByRole('button', { name: 'Import 2 logins' }));
  expect(await dialog.findByText('1 login added, 1 changed.')).toBeVisible();
  const sent = server.seen('POST /sites/1/logins/import')[1];
  expect([sent?.query.get('dry_run'), sent?.headers.get('content-type')]).toEqual(['false', 'text/csv']);
  await waitFor(() => expect(server.seen('GET /sites/1/logins').length).toBeGreaterThan(read));
});

test('a limit that the import would pass is said in the server’s words, and nothing typed is lost', async () => {
  const { user, dialog } = await paste(
    pageOf(() => refusal(409, 'LIMIT_REACHED', '60 of 60 logins are used')),
  );
  await user.click(dialog.getByRole('button', { name: 'Check' }));
  expect(await dialog.findByText('60 of 60 logins are used')).toBeVisible();
  expect(dialog.getByRole('textbox', { name: 'Rows' })).toHaveValue(csv);
});

test('a file in another encoding is refused by name; one in UTF-8 is read', async () => {
  const { user, dialog } = await paste(pageOf(() => ({ body: checked })));
  const input = dialog.getByLabelText('Choose a file');
  await user.upload(input, new File([new Uint8Array([0x65, 0xff])], 'old.csv', { type: 'text/csv' }));
  expect(await dialog.findByText(/old.csv is not in UTF-8/)).toBeVisible();
  await user.upload(input, new File(['email\ncleo@example.org'], 'new.csv', { type: 'text/csv' }));
  expect(await dialog.findByText('new.csv')).toBeVisible();
  expect(dialog.getByRole('textbox', { name: 'Rows' })).toHaveValue('email\ncleo@example.org');
});

test('an administrator says whose logins they become', async () => {
  const server = pageOf(() => ({ body: checked }));
  const { user, dialog } = await paste(server, 'admin');
  expect(dialog.getByRole('button', { name: 'Check' })).toBeDisabled();
  await user.click(dialog.getByRole('combobox', { name: 'Realm' }));
  await user.click(await screen.findByRole('option', { name: 'Quayside Desk' }));
  await user.click(dialog.getByRole('button', { name: 'Check' }));
  await dialog.findByRole('button', { name: 'Import 2 logins' });
  expect(server.seen('POST /sites/1/logins/import')[0]?.query.get('realm_id')).toBe('1');
});
