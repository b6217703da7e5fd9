import { ConfigError } from '../config/config';
import { maskOf, parseKeyRing, type Sealed, Sealing } from './sealing';

const key = (fill: number) => Buffer.alloc(32, fill).toString('base64');
const sealingWith = (sealingKeys: string) => new Sealing({ sealingKeys });
const location = { table: 'logins', row: 7, realm: 3 };
const sealing = sealingWith(`a:${key(1)}`);

describe('Sealing', () => {
  it('opens what it sealed, and stores no plain text', () => {
    const sealed = sealing.seal(location, {
      password: 'correct horse',
      card: 'tok_visa_4242',
      proxy: undefined,
    });
    expect(JSON.stringify(sealed)).not.toContain('horse');
    expect(JSON.stringify(sealed)).not.toContain('tok_visa');
    expect(sealing.open(location, sealed)).toEqual({ password: 'correct horse', card: 'tok_visa_4242' });
  });

  it.each([
    ['table', { ...location, table: 'queue_links' }],
    ['row', { ...location, row: 8 }],
    ['realm', { ...location, realm: 4 }],
  ])('refuses to open for another %s', (_, elsewhere) => {
    const sealed = sealing.seal(location, { password: 'secret' });
    expect(() => sealing.open(elsewhere, sealed)).toThrow();
  });

  it('rejects a field moved to another column', () => {
    const sealed = sealing.seal(location, { password: 'secret' }) as Sealed;
    const moved = { ...sealed, fields: { proxy: sealed.fields.password } };
    expect(() => sealing.open(location, moved)).toThrow();
  });

  it('rejects a changed bit', () => {
    const sealed = sealing.seal(location, { password: 'secret' }) as Sealed;
    const bytes = Buffer.from(sealed.fields.password ?? '', 'base64');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    expect(() =>
      sealing.open(location, { ...sealed, fields: { password: bytes.toString('base64') } }),
    ).toThrow();
  });

  it('sets text, clears null and leaves other fields', () => {
    const first = sealing.seal(location, { password: 'one', address: 'Quay 1', home_phone: '123' });
    const second = sealing.seal(location, { password: 'two', address: null }, first);
    expect(sealing.open(location, second)).toEqual({ password: 'two', home_phone: '123' });
    expect(sealing.seal(location, { password: null, home_phone: null }, second)).toEqual({});
  });

  it('opens with an old key and seals with the new one', () => {
    const old = sealing.seal(location, { password: 'one' });
    const rotated = sealingWith(`b:${key(2)},a:${key(1)}`);
    expect(rotated.open(location, old)).toEqual({ password: 'one' });
    const next = rotated.seal(location, {}, old);
    expect(next).toMatchObject({ key: 'b' });
    expect(sealingWith(`b:${key(2)}`).open(location, next)).toEqual({ password: 'one' });
    expect(() => sealingWith(`b:${key(2)}`).open(location, old)).toThrow(/no longer holds the key a/);
  });

  it('gives a hint for the card only', () => {
    const sealed = sealing.seal(location, { card: 'Visa ending 4242', home_phone: '0123456789' });
    expect(maskOf(sealed, 'card')).toEqual({ set: true, hint: '•••• 4242' });
    expect(maskOf(sealed, 'home_phone')).toEqual({ set: true, hint: null });
    expect(maskOf(sealed, 'password')).toEqual({ set: false, hint: null });
    expect(maskOf({}, 'card')).toEqual({ set: false, hint: null });
  });
});

describe('SEALING_KEYS', () => {
  it.each(['', 'a', 'a:short', `a:${key(1)},a:${key(2)}`, `a b:${key(1)}`])('refuses %j', (text) => {
    expect(() => parseKeyRing(text)).toThrow(ConfigError);
  });

  it('seals with the first key', () => {
    expect(parseKeyRing(`new:${key(2)}, old:${key(1)}`).current).toBe('new');
  });
});
