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
const importResult = ({
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
    separator: ',',
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

const checked = importResult({
  results: [
    result(2, 'ann@example.org', 'new', ['email', 'name']),
    result(3, 'bo@example.org', 'changed', ['name']),
  ],
});
const faulty = importResult({
  results: [...checked.results, result(4, null, 'faulty')],
  errors: [
    { row: 4, field: 'email', message: 'email must be an e-mail address', code: 'NOT_EMAIL' },
    { row: 4, field: 'age', message: 'age must be a whole number', code: 'NOT_WHOLE_NUMBER' },
  ],
});

/** Collects the files that the page downloads, by name and content. */
function captureDownloads(): [string, string][] {
  const saved: [string, string][] = [];
  let blob: Blob | null = null;
  URL.createObjectURL = (file) => {
    blob = file as Blob;
    return 'blob:file';
  };
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const { download } = this;
    const reader = new FileReader();
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    reader.onload = () => saved.push([download, decoder.decode(reader.result as ArrayBuffer)]);
    if (blob) reader.readAsArrayBuffer(blob);
  });
  return saved;
}

afterEach(() => jest.restoreAllMocks());

const pageOf = (import_: (call: { query: URLSearchParams }) => unknown) =>
  new TestServer()
    .on('GET /sites/:id', { body: site(1) })
    .on('GET /sites/:id/logins', list([login(1)]))
    .on('GET /realms', list([realm(1)]))
    .on('POST /sites/:id/logins/import', import_ as never);

async function paste(server: TestServer, role: 'realm_owner' | 'admin' = 'realm_owner', text = csv) {
  const { user } = open(server, '/sites/1/logins', role);
  await user.click(await screen.findByRole('button', { name: 'Import CSV' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import logins' }));
  await user.click(dialog.getByRole('textbox', { name: 'Rows' }));
  await user.paste(text);
  return { user, dialog };
}

test('shows the result of each row, imports the valid rows and lists the skipped ones', async () => {
  const saved = captureDownloads();
  const server = pageOf(({ query }) => ({
    body: query.get('dry_run') === 'true' ? faulty : { ...faulty, dry_run: false, ids: [9] },
  }));
  const { user, dialog } = await paste(server);
  await user.click(dialog.getByRole('switch', { name: 'Update existing logins' }));
  await user.click(dialog.getByRole('button', { name: 'Check' }));
  expect(await dialog.findByText('Enter a whole number')).toBeVisible();
  expect(dialog.getByText('Enter an e-mail address')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Choose another file' })).toBeEnabled();
  await user.click(dialog.getByRole('button', { name: '1 changed' }));
  expect(dialog.getByRole('row', { name: /3 bo@example.org Changed name/ })).toBeVisible();
  expect(dialog.queryByText('Enter a whole number')).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Import 2 valid rows' }));
  expect(await dialog.findByText('1 login added, 1 changed. 1 invalid row skipped.')).toBeVisible();
  expect(await dialog.findByText('Enter a whole number')).toBeVisible();
  const sent = server.seen('POST /sites/1/logins/import').map(({ query }) => Object.fromEntries(query));
  expect(sent).toEqual([
    { dry_run: 'true', skip_invalid: 'true', update: 'true' },
    { dry_run: 'false', skip_invalid: 'true', update: 'true' },
  ]);
  await user.click(dialog.getByRole('button', { name: 'Download skipped rows (CSV)' }));
  const report =
    '"Row","E-mail","Fields","Reason"\r\n' +
    '"4","","email","Enter an e-mail address"\r\n"4","","age","Enter a whole number"\r\n';
  await waitFor(() => expect(saved).toEqual([['skipped-rows.csv', `\uFEFF${report}`]]));
});

test('keeps the pasted rows when going back', async () => {
  const { user, dialog } = await paste(pageOf(() => ({ body: faulty })));
  await user.click(dialog.getByRole('button', { name: 'Check' }));
  await user.click(await dialog.findByRole('button', { name: 'Choose another file' }));
  expect(dialog.getByRole('textbox', { name: 'Rows' })).toHaveValue(csv);
});

test('assigns a field to each unknown column or leaves it out, by keyboard', async () => {
  const unknown = importResult({
    separator: ';',
    columns: [1, 2, 3].map((position) => ({ position, name: null, field: null, ignored: false })),
    errors: [1, 2, 3].map((n) => ({ row: 1, field: `column ${n}`, message: `Column ${n} is not a field` })),
  });
  const server = pageOf(({ query }) => ({ body: query.has('columns') ? checked : unknown }));
  const { user, dialog } = await paste(
    server,
    'realm_owner',
    'Mail address;"Full; name";Notes\nann@example.org;Ann;x',
  );
  await user.click(dialog.getByRole('button', { name: 'Check' }));
  expect(await dialog.findByText('3 unknown columns: “Mail address”, “Full; name”, “Notes”')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Check' })).toBeDisabled();
  const choose = async (column: string, field: string) => {
    const box = dialog.getByRole('combobox', { name: column });
    while (!box.matches(':focus')) await user.tab();
    await user.keyboard('{Enter}');
    const option = await screen.findByRole('option', { name: field });
    while (!option.matches(':focus')) await user.keyboard('{ArrowDown}');
    await user.keyboard('{Enter}');
  };
  await choose('Full; name', 'name');
  await user.click(dialog.getByRole('button', { name: 'Leave out all unknown columns' }));
  expect(dialog.getByText('Choose the column that holds the e-mail')).toBeVisible();
  await choose('Mail address', 'email');
  await user.click(dialog.getByRole('button', { name: 'Check' }));
  await dialog.findByRole('button', { name: 'Import 2 logins' });
  expect(JSON.parse(server.seen('POST /sites/1/logins/import')[1]?.query.get('columns') ?? '')).toEqual({
    'Mail address': 'email',
    'Full; name': 'name',
    Notes: null,
  });
});

test('offers a sample file', async () => {
  const saved = captureDownloads();
  const sample = 'email,name\r\nann@example.com,Ann\r\n';
  const server = pageOf(() => ({ body: checked })).on('GET /sites/:id/logins/import/sample', {
    body: sample,
    headers: { 'Content-Type': 'text/csv' },
  });
  const { user, dialog } = await paste(server);
  await user.click(dialog.getByRole('button', { name: 'Download a sample file' }));
  await waitFor(() => expect(saved).toEqual([['logins-sample.csv', `\uFEFF${sample}`]]));
});

test('imports the checked rows, reports the result and reloads the list', async () => {
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

test('shows an exceeded limit and keeps the input', async () => {
  const { user, dialog } = await paste(
    pageOf(() => refusal(409, 'LIMIT_REACHED', '60 of 60 logins are used')),
  );
  await user.click(dialog.getByRole('button', { name: 'Check' }));
  expect(await dialog.findByText('60 of 60 logins are used')).toBeVisible();
  expect(dialog.getByRole('textbox', { name: 'Rows' })).toHaveValue(csv);
});

test('rejects a file that isn’t UTF-8 and reads one that is', async () => {
  const { user, dialog } = await paste(pageOf(() => ({ body: checked })));
  const input = dialog.getByLabelText('Choose a file');
  await user.upload(input, new File([new Uint8Array([0x65, 0xff])], 'old.csv', { type: 'text/csv' }));
  expect(await dialog.findByText(/old.csv is not UTF-8 encoded/)).toBeVisible();
  await user.upload(input, new File(['email\ncleo@example.org'], 'new.csv', { type: 'text/csv' }));
  expect(await dialog.findByText('new.csv')).toBeVisible();
  expect(dialog.getByRole('textbox', { name: 'Rows' })).toHaveValue('email\ncleo@example.org');
});

test('requires an administrator to choose the owning realm', async () => {
  const server = pageOf(() => ({ body: checked }));
  const { user, dialog } = await paste(server, 'admin');
  expect(dialog.getByRole('button', { name: 'Check' })).toBeDisabled();
  await user.click(dialog.getByRole('combobox', { name: 'Realm' }));
  await user.click(await screen.findByRole('option', { name: 'Quayside Desk' }));
  await user.click(dialog.getByRole('button', { name: 'Check' }));
  await dialog.findByRole('button', { name: 'Import 2 logins' });
  expect(server.seen('POST /sites/1/logins/import')[0]?.query.get('realm_id')).toBe('1');
});
