import { createServiceToken, isServiceToken } from './service-token-text';

describe('a service token', () => {
  it('has a form and a checksum by which scanners find it', () => {
    const tokens = new Set(Array.from({ length: 1000 }, createServiceToken));
    expect(tokens.size).toBe(1000);
    for (const token of tokens) {
      expect(token).toMatch(/^tt_[0-9A-Za-z]{38}$/);
      expect(isServiceToken(token)).toBe(true);
    }
  });

  it('has the CRC-32 of its random part in base 62 at its end', () => {
    expect(isServiceToken(`tt_${'9'.repeat(32)}3JSZ7D`)).toBe(true);
  });

  it('is rejected with any character changed, left out or added', () => {
    const token = createServiceToken();
    for (let at = 0; at < token.length; at += 1) {
      const other = token[at] === 'x' ? 'y' : 'x';
      expect(isServiceToken(token.slice(0, at) + other + token.slice(at + 1))).toBe(false);
      expect(isServiceToken(token.slice(0, at) + token.slice(at + 1))).toBe(false);
    }
    for (const text of [`${token}0`, ` ${token}`, '', 'tt_', token.replace('tt_', 'tw_')])
      expect(isServiceToken(text)).toBe(false);
  });
});
