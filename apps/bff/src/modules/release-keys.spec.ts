import { isSignedBy, keyIdOf, privateKeyFromSeed, publicKeyTextOf, signManifest } from './release-keys';

// The first test vector of RFC 8032, section 7.1.
const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
const publicBytes = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex');

const key = privateKeyFromSeed(seed);
const publicKey = publicKeyTextOf(key);
const manifest = '{"name":"mf-tasks"}';

describe("a release's signature", () => {
  it('is by the Ed25519 key with the given seed', () => {
    expect(publicKey).toBe(publicBytes.toString('base64'));
  });

  it('holds for exactly the text and the key that it was made for', () => {
    const signature = signManifest(manifest, key);
    const other = publicKeyTextOf(privateKeyFromSeed(Buffer.alloc(32, 1)));
    expect(isSignedBy(manifest, signature, publicKey)).toBe(true);
    expect(isSignedBy(`${manifest} `, signature, publicKey)).toBe(false);
    expect(isSignedBy(manifest, signature, other)).toBe(false);
  });

  it.each([
    '',
    'unchecked',
    'AAAA',
    Buffer.alloc(64).toString('base64'),
    `${Buffer.alloc(64).toString('base64')}\n`,
  ])('is not the text %j', (text) => {
    expect(isSignedBy(manifest, text, publicKey)).toBe(false);
  });

  it('is not valid by a text that is no key', () => {
    expect(isSignedBy(manifest, signManifest(manifest, key), 'AAAA')).toBe(false);
    expect(isSignedBy(manifest, signManifest(manifest, key), '')).toBe(false);
  });

  it('names its key by an id of 22 characters', () => {
    expect(keyIdOf(publicKey)).toMatch(/^[\w-]{22}$/);
    expect(() => keyIdOf('AAAA')).toThrow(/32 bytes/);
  });
});
