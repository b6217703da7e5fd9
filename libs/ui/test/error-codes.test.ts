import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeError, isExpectedRefusal } from '../src/feedback/error-info';
import { setLanguage } from '../src/texts/catalogue';
import de from '../src/texts/de';
import { en } from '../src/texts/en';

type Codes = { enum: string[] };
const { components } = JSON.parse(readFileSync(join(__dirname, '../../api/openapi.json'), 'utf8')) as {
  components: {
    schemas: {
      ErrorBody: { properties: { code: Codes; reason: Codes } };
      FieldErrorBody: { properties: { code: Codes } };
    };
  };
};

afterEach(() => setLanguage('en'));

test.each(components.schemas.ErrorBody.properties.code.enum)('translates the error code %s', async (code) => {
  expect(en.refusals).toHaveProperty(code);
  expect(de.refusals).toHaveProperty(code);
  await setLanguage('de');
  const { message } = describeError({
    message: 'As the server words it',
    code,
    context: { limit: 2, used: 2, budget: 'job', room: 1, asked: 2, currency: 'GBP' },
  });
  expect(message).not.toBe('As the server words it');
  expect(message).not.toContain('{{');
});

test.each(components.schemas.ErrorBody.properties.reason.enum)('translates the reason %s', async (reason) => {
  expect(en.reasons).toHaveProperty(reason);
  expect(de.reasons).toHaveProperty(reason);
  await setLanguage('de');
  const { message } = describeError({ message: 'As the server words it', code: 'CONFLICT', reason });
  expect(message).not.toBe('As the server words it');
  expect(message).not.toBe(de.refusals.CONFLICT);
});

test.each([
  ['CONFLICT', true],
  ['SERVER_ERROR', false],
  ['UNAVAILABLE', false],
  ['A_NEWER_ONE', false],
])('treats %s as an expected refusal: %s', (code, expected) => {
  expect(isExpectedRefusal({ message: 'No', code })).toBe(expected);
});

test.each(components.schemas.FieldErrorBody.properties.code.enum)(
  'translates the field error %s',
  async (code) => {
    expect(en.fieldErrors).toHaveProperty(code);
    expect(de.fieldErrors).toHaveProperty(code);
    await setLanguage('de');
    const details = [{ field: 'name', message: 'As the server words it', code, params: { max: 9 } }];
    const message = describeError({ message: 'No', code: 'VALIDATION', details }).details?.[0]?.message;
    expect(message).not.toBe('As the server words it');
  },
);

test('keeps a message that is already translated', async () => {
  await setLanguage('de');
  const error = { message: 'Nichts wurde als gekauft markiert', code: 'CONFLICT', isWorded: true };
  expect(describeError(error).message).toBe('Nichts wurde als gekauft markiert');
});

test('keeps the server’s message for a field error without a code', async () => {
  await setLanguage('de');
  const details = [{ field: 'name', message: 'name is taken' }];
  expect(describeError({ message: 'No', code: 'VALIDATION', details }).details).toEqual(details);
});

test('says in German which budget is reached and what is left of it, in its currency', async () => {
  await setLanguage('de');
  const context = { budget: 'event', room: 12, asked: 40.5, currency: 'GBP' };
  const error = { message: 'As the server words it', code: 'BUDGET_REACHED', context };
  expect(describeError(error).message).toMatch(/Das Budget der Veranstaltung.*12,00\s£.*40,50\s£/);
  expect(describeError({ ...error, reason: 'BUDGET_CURRENCY' }).message).toBe(de.reasons.BUDGET_CURRENCY);
});
