import { ConfigError, type Config } from '../config/config';
import { parseKeyRing } from './key-ring';
import { maskOf, Sealing, type Sealed } from './sealing';

const key = (fill: number) => Buffer.alloc(32, fill).toString('base64');
const sealingWith = (sealingKeys: string) => new Sealing({ sealingKeys } as Config);
const place = { table: 'logins', row: 7, realm: 3 };
const sealing = sealingWith(`a:${key(1)}`);

describe('Sealing', () => {
  it('opens what it sealed, and keeps nothing readable', () => {
    const sealed = sealing.seal(place, {
      password: 'correct horse',
      card: 'tok_visa_4242',
      proxy: undefined,
    });
    expect(JSON.stringify(sealed)).not.toContain('horse');
    expect(JSON.stringify(sealed)).not.toContain('tok_visa');
    expect(sealing.open(place, sealed)).toEqual({ password: 'correct horse', card: 'tok_visa_4242' });
  });

  it.each([
    ['table', { ...place, table: 'queue_links' }],
    ['row', { ...place, row: 8 }],
    ['realm', { ...place, realm: 4 }],
  ])('refuses to open for another %s', (_, elsewhere) => {
    const sealed = sealing.seal(place, { password: 'secret' });
    expect(() => sealing.open(elsewhere, sealed)).toThrow();
  });

  it('refuses a field moved to another column', () => {
    const sealed = sealing.seal(place, { password: 'secret' }) as Sealed;
    const moved = { ...sealed, fields: { proxy: sealed.fields.password } };
    expect(() => sealing.open(place, moved)).toThrow();
  });

  it('refuses a changed bit', () => {
    const sealed = sealing.seal(place, { password: 'secret' }) as Sealed;
    const bytes = Buffer.from(sealed.fields.password ?? '', 'base64');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    expect(() =>
      sealing.open(place, { ...sealed, fields: { password: bytes.toString('base64') } }),
    ).toThrow();
  });

  it('leaves what is not named, sets text and clears null', () => {
    const first = sealing.seal(place, { password: 'one', address: 'Quay 1', home_phone: '123' });
    const second = sealing.seal(place, { password: 'two', address: null }, first);
    expect(sealing.open(place, second)).toEqual({ password: 'two', home_phone: '123' });
    expect(sealing.seal(place, { password: null, home_phone: null }, second)).toEqual({});
  });

  it('rotates: an old key still opens, what is written next names the new one', () => {
    const old = sealing.seal(place, { password: 'one' });
    const rotated = sealingWith(`b:${key(2)},a:${key(1)}`);
    expect(rotated.open(place, old)).toEqual({ password: 'one' });
    const next = rotated.seal(place, {}, old);
    expect(next).toMatchObject({ key: 'b' });
    expect(sealingWith(`b:${key(2)}`).open(place, next)).toEqual({ password: 'one' });
    expect(() => sealingWith(`b:${key(2)}`).open(place, old)).toThrow(/no longer holds the key a/);
  });

  it('hints at the card alone', () => {
    const sealed = sealing.seal(place, { card: 'Visa ending 4242', home_phone: '0123456789' });
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

  it('seals with the first', () => {
    expect(parseKeyRing(`new:${key(2)}, old:${key(1)}`).current).toBe('new');
  });
});
