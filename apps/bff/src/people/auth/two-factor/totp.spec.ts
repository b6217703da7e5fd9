import { acceptedStep, base32, codeOf, otpauthUrl } from './totp';

const secret = Buffer.from('12345678901234567890');

it.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('returns the code of RFC 6238, appendix B, at second %i', (seconds, code) => {
  expect(codeOf(secret, Math.floor(seconds / 30), 8)).toBe(code);
  expect(codeOf(secret, Math.floor(seconds / 30))).toBe(code.slice(2));
});

it.each(['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'])(
  'returns the codes of RFC 4226, appendix D: %s',
  (code) => {
    expect(Array.from({ length: 10 }, (_, count) => codeOf(secret, count))).toContain(code);
  },
);

it('accepts the codes of the previous, the current and the next step, each once and none before the last', () => {
  const at = (step: number, last = 0) => acceptedStep(secret, codeOf(secret, step), 1000, last);
  expect([998, 999, 1000, 1001, 1002].map((step) => at(step))).toEqual([null, 999, 1000, 1001, null]);
  expect(at(1000, 1000)).toBeNull();
  expect(at(999, 1000)).toBeNull();
  expect(at(1001, 1000)).toBe(1001);
  expect(at(1001, 1001)).toBeNull();
  expect(at(1001, 2000)).toBeNull();
});

it.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('rejects the malformed code %j', (code) => {
  expect(acceptedStep(secret, code, 1000, 0)).toBeNull();
});

it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('encodes %j as in RFC 4648, section 10', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded);
});

it('returns a link with all settings that an authenticator app needs', () => {
  const url = new URL(otpauthUrl(secret, 'ann+desk@quayside.example'));
  expect(url.protocol).toBe('otpauth:');
  expect(decodeURIComponent(url.pathname)).toContain('Tessera:ann+desk@quayside.example');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    issuer: 'Tessera',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
