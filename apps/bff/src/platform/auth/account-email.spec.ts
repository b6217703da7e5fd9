import { accountEmail, normalizeEmail } from './account-email';

it.each([
  [' Ann@Harbour.example ', 'ann@harbour.example'],
  ['ＡＮＮ＠harbour.example', 'ann@harbour.example'],
  ['ann@harbour\u00ADexample', 'ann@harbour\u00ADexample'],
])('normalizes %j', (text, email) => {
  expect(normalizeEmail(text)).toBe(email);
});

it.each([
  'ann+tag@harbour.example',
  'jürgen@straße.example',
  'łukasz@quay.example',
  'анна@почта.рф',
  '田中@例え.テスト',
])('accepts %s', (email) => {
  expect(accountEmail(email)).toBe(email);
});

it.each([
  ['no address', 'ann'],
  ['a Cyrillic letter among Latin ones', 'аnn@harbour.example'],
  ['a Cyrillic name before a Latin domain', 'аое@harbour.example'],
  ['a Greek letter', 'annο@harbour.example'],
  ['a zero-width space', 'ann\u200B@harbour.example'],
  ['a soft hyphen', 'ann\u00AD@harbour.example'],
  ['a direction mark', 'ann\u202E@harbour.example'],
  ['a control character', 'ann\u0007@harbour.example'],
  ['a dotless i', 'admın@harbour.example'],
  ['a capital i with a dot', 'admİn@harbour.example'],
  ['a phonetic g', 'ɡail@harbour.example'],
  ['a stray combining mark', 'ann\u0332@harbour.example'],
  ['a slash of another script', 'ann\u2215x@harbour.example'],
  ['digits of another script', 'ann\u0661@harbour.example'],
])('refuses %s', (_, email) => {
  const refused = expect.objectContaining({ code: 'VALIDATION' }) as Error;
  expect(() => accountEmail(email)).toThrow(refused);
});
