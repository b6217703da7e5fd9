import { canonicalEmail, isUnambiguousEmail, requireEmail } from './email';

it.each([
  [' Ann@Harbour.example ', 'ann@harbour.example'],
  ['ＡＮＮ＠harbour.example', 'ann@harbour.example'],
  ['u@Bücher.example', 'u@xn--bcher-kva.example'],
  ['u@xn--bcher-kva.example', 'u@xn--bcher-kva.example'],
  ['u@bu\u0308cher。example', 'u@xn--bcher-kva.example'],
])('normalizes %j', (text, email) => {
  expect(canonicalEmail(text)).toBe(email);
});

it.each([
  ['ann+tag@harbour.example', 'ann+tag@harbour.example'],
  ['jürgen@straße.example', 'jürgen@xn--strae-oqa.example'],
  ['łukasz@quay.example', 'łukasz@quay.example'],
  ['анна@почта.рф', 'анна@xn--80a1acny.xn--p1ai'],
  ['田中@例え.テスト', '田中@xn--r8jz45g.xn--zckzah'],
])('accepts %s', (text, email) => {
  expect(requireEmail(text, 'email')).toBe(email);
  expect(isUnambiguousEmail(email)).toBe(true);
});

it.each([
  ['no address', 'ann'],
  ['a Cyrillic letter among Latin ones', 'аnn@harbour.example'],
  ['a Cyrillic name before a Latin domain', 'аое@harbour.example'],
  ['a Greek letter', 'annο@harbour.example'],
  ['a domain that mixes scripts in Punycode', 'ann@xn--hrbour-3we.example'],
  ['a zero-width space', 'ann\u200B@harbour.example'],
  ['a soft hyphen in the domain', 'ann@har\u00ADbour.example'],
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
  const rejected = expect.objectContaining({ code: 'VALIDATION' }) as Error;
  expect(() => requireEmail(email, 'email')).toThrow(rejected);
});
