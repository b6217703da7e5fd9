import { randomUUID } from 'node:crypto';
import { startApp, type TestApp } from './app';
import { cardNumber, checkDigit, generator, spelled } from './card-numbers';
import { dump } from './dump';
import { event, insert, login, realm, site } from './factories';
import {
  type Document,
  makeTokens,
  pathWith,
  readDocument,
  tokenFor,
  type Tokens,
  writings,
} from './operations';
import { fieldsOf, type TextField } from './text-fields';

type ApiError = { code: string; details?: { field: string; message: string }[] };

const NUMBERS = 1000;

let app: TestApp;
let document: Document;
let tokens: Tokens;

beforeAll(async () => {
  app = await startApp();
  document = await readDocument(app);
  tokens = await makeTokens(app);
});
afterAll(() => app.close());

/**
 * Fields that are random, hashes or keys, or stored as a hash or without their numbers only; other tests cover that their digits
 * are accepted.
 */
const opaque =
  /^(endpoint|keys\.(p256dh|auth)|(launch\.)?plan_hash|invitation_token|token|public_key|manifest|signature|key|svg|reports\.0\.message|(current_|new_)?password|(passkey|assertion|attestation)\.\w+)$/;
/** A login's password belongs to the site: it is stored, and sent to workers. The code of a single sign-on is random. */
const isOpaque = ({ name, operation: { path } }: TextField) =>
  (opaque.test(name) && !/\/logins/.test(path)) || (name === 'code' && path.includes('/auth/sso/'));

it(`are refused in every text field: ${NUMBERS} of them, and none is stored`, async () => {
  const random = generator(20_261_120);
  const fields = writings(document)
    .flatMap((operation) => fieldsOf(document, operation))
    .filter((field) => !isOpaque(field));
  expect(fields.length).toBeGreaterThan(150);
  const numbers: string[] = [];
  const wrong: string[] = [];
  for (let index = 0; index < NUMBERS; index += 1) {
    const { operation, name, bodyWith } = fields[index % fields.length]!;
    const number = cardNumber(random);
    numbers.push(number);
    const { status, body } = await app.http<ApiError | null>(operation.method, pathWith(operation.path), {
      token: operation.permission === 'public' ? undefined : tokenFor(operation.permission, tokens),
      body: bodyWith(spelled(number, random)),
    }); // prettier-ignore
    const named = body?.details?.some(({ field, message }) => field === name && /card number/.test(message));
    if (status !== 400 || !named || JSON.stringify(body).includes(number))
      wrong.push(`${operation.name} ${name}: ${number} answered ${status} ${JSON.stringify(body)}`);
  }
  expect(wrong).toEqual([]);
  const digits = [...(await dump(app)).values()]
    .join('\n')
    .normalize('NFKC')
    .replaceAll(/(?<=\d)[ ./-]{1,3}(?=\d)/g, '');
  expect(numbers.filter((number) => digits.includes(number))).toEqual([]);
});

it('are rejected in the rows of an import', async () => {
  const random = generator(7);
  const siteId = await site(app);
  const realmId = await realm(app);
  const number = spelled(cardNumber(random), random);
  for (const column of ['name', 'card', 'password', 'members']) {
    const { status, body } = await app.http<ApiError>(
      'POST',
      `/api/sites/${siteId}/logins/import?realm_id=${realmId}`,
      {
        token: tokens.admin,
        text: `email,${column}\na@quayside.example,${number}\n`,
        headers: { 'Content-Type': 'text/csv' },
      },
    );
    expect([status, body.details?.[0]?.field]).toEqual([400, `2.${column}`]);
  }
});

it('do not include guids, tokens and references of the same length', async () => {
  const random = generator(3);
  const [realmId, siteId] = [await realm(app), await site(app)];
  const place = {
    realm_id: realmId,
    site_id: siteId,
    event_id: await event(app, siteId),
    login_id: await login(app, realmId, siteId),
    event_guid: 'guid',
    event_name: 'Harbour City v Northgate Rovers',
    customer_identity: 'a@quayside.example',
  };
  const hold_id = await insert(app, 'holds', { ...place, expires_at: new Date() });
  const ticket = await insert(app, 'tickets', { ...place, hold_id, login_email: 'a@quayside.example' });
  const digits = (length: number) => Array.from({ length }, () => String(random(10))).join('');
  /** A number that starts like a card number and fails its check. */
  const reference = (length: number) => {
    const body = `4${digits(length - 2)}`;
    return body + String((Number(checkDigit(body)) + 1 + random(9)) % 10);
  };
  const texts = Array.from({ length: 50 }, (_, index) => [
    randomUUID(),
    `tok_${cardNumber(random)}`,
    reference(13 + (index % 7)),
    `1${digits(12)}`,
    `pm_${cardNumber(random)}`,
    `${cardNumber(random)}@quayside.example`,
    `REF${reference(16)}X`,
  ]).flat();
  const rejected: string[] = [];
  for (const text of texts) {
    const { status } = await app.http('PUT', `/api/tickets/${ticket}`, {
      token: tokens.admin,
      body: { ticket_reference: text },
    });
    if (status !== 200) rejected.push(`${text}: ${status}`);
  }
  expect(rejected).toEqual([]);
});

it('are accepted in tokens, hashes, keys, account passwords, drawings and messages of errors, whose digits are random', async () => {
  const random = generator(11);
  const fields = writings(document)
    .flatMap((operation) => fieldsOf(document, operation))
    .filter(isOpaque);
  expect(fields.map(({ operation, name }) => `${operation.name} ${name}`).sort()).toEqual([
    'POST /approvals launch.plan_hash',
    'POST /auth/invitation invitation_token',
    'POST /auth/login passkey.authenticator_data',
    'POST /auth/login passkey.client_data',
    'POST /auth/login passkey.id',
    'POST /auth/login passkey.signature',
    'POST /auth/login passkey.user_handle',
    'POST /auth/login password',
    'POST /auth/passkey assertion.authenticator_data',
    'POST /auth/passkey assertion.client_data',
    'POST /auth/passkey assertion.id',
    'POST /auth/passkey assertion.signature',
    'POST /auth/passkey assertion.user_handle',
    'POST /auth/register invitation_token',
    'POST /auth/register password',
    'POST /auth/reset-password password',
    'POST /auth/reset-password token',
    'POST /auth/sso/link code',
    'POST /auth/sso/link passkey.authenticator_data',
    'POST /auth/sso/link passkey.client_data',
    'POST /auth/sso/link passkey.id',
    'POST /auth/sso/link passkey.signature',
    'POST /auth/sso/link passkey.user_handle',
    'POST /auth/sso/link password',
    'POST /auth/sso/session code',
    'POST /jobs plan_hash',
    'POST /jobs/preview plan_hash',
    'POST /me/passkeys attestation.attestation',
    'POST /me/passkeys attestation.client_data',
    'POST /me/passkeys attestation.id',
    'POST /me/password current_password',
    'POST /me/password new_password',
    'POST /me/reauthenticate passkey.authenticator_data',
    'POST /me/reauthenticate passkey.client_data',
    'POST /me/reauthenticate passkey.id',
    'POST /me/reauthenticate passkey.signature',
    'POST /me/reauthenticate passkey.user_handle',
    'POST /me/reauthenticate password',
    'POST /me/second-factor current_password',
    'POST /me/second-factor/remove current_password',
    'POST /modules/publishers/{id}/keys public_key',
    'POST /modules/reports reports.0.message',
    'POST /notifications/subscribe endpoint',
    'POST /notifications/subscribe keys.auth',
    'POST /notifications/subscribe keys.p256dh',
    'POST /publishing/releases key',
    'POST /publishing/releases manifest',
    'POST /publishing/releases signature',
    'POST /sites/{id}/map/preview svg',
    'POST /users password',
    'POST /users/{id}/password password',
    'PUT /sites/{id}/map svg',
  ]);
  const wrong: string[] = [];
  for (const { operation, name, bodyWith } of fields) {
    const text = `x${cardNumber(random)}y`;
    const { body } = await app.http<ApiError | null>(operation.method, pathWith(operation.path), {
      token: operation.permission === 'public' ? undefined : tokenFor(operation.permission, tokens),
      body: bodyWith(text),
    });
    if (body?.details?.some(({ message }) => /card number/.test(message)))
      wrong.push(`${operation.name} ${name}`);
  }
  expect(wrong).toEqual([]);
});

it('do not include the digits of a push endpoint', async () => {
  const endpoint = `https://fcm.googleapis.com/fcm/send/${cardNumber(generator(5))}/device`;
  const { body } = await app.http<ApiError>('POST', '/api/notifications/subscribe', {
    token: tokens.admin,
    body: { endpoint, keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } },
  });
  expect(body).toMatchObject({ endpoint });
});
