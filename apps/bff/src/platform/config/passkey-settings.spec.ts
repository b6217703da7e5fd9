import { readPasskeys } from './passkey-settings';
import { readers } from './readers';

const settings = (env: Record<string, string>, production = true) => {
  const read = readers(env);
  return { ...readPasskeys(read, { production }), failures: read.failures };
};

describe('the domain of passkeys', () => {
  it.each<[string, Record<string, string>, object]>([
    [
      'the host of the address',
      { PUBLIC_URL: 'https://console.example.com:8443/' },
      { domain: 'console.example.com', origin: 'https://console.example.com:8443' },
    ],
    [
      'a domain above it',
      { PUBLIC_URL: 'https://console.example.com', PASSKEY_DOMAIN: 'example.com' },
      { domain: 'example.com', origin: 'https://console.example.com' },
    ],
    ['localhost', { PUBLIC_URL: 'http://127.0.0.1:3000' }, { domain: 'localhost', origin: null }],
    ['localhost by its name', { PUBLIC_URL: 'http://localhost:3000' }, { domain: 'localhost', origin: null }],
  ])('is %s', (_, env, expected) => {
    expect(settings(env)).toEqual({ ...expected, failures: [] });
  });

  it('is localhost without an address, but not in production', () => {
    expect(settings({}, false)).toMatchObject({ domain: 'localhost' });
    expect(settings({})).toMatchObject({ domain: null, obstacle: 'NO_ADDRESS' });
  });

  it.each<[string, Record<string, string>]>([
    ['NOT_A_DOMAIN', { PUBLIC_URL: 'https://192.0.2.7' }],
    ['NOT_A_DOMAIN', { PUBLIC_URL: 'https://[2001:db8::7]' }],
    ['NOT_SECURE', { PUBLIC_URL: 'http://console.example.com' }],
    ['OTHER_DOMAIN', { PUBLIC_URL: 'https://console.example.com', PASSKEY_DOMAIN: 'example.org' }],
    ['OTHER_DOMAIN', { PUBLIC_URL: 'https://console.example.com', PASSKEY_DOMAIN: 'com' }],
    ['OTHER_DOMAIN', { PUBLIC_URL: 'https://console.example.com', PASSKEY_DOMAIN: 'sole.example.com' }],
    ['NO_ADDRESS', { PASSKEY_DOMAIN: 'example.com' }],
  ])('is none: %s for %j', (obstacle, env) => {
    expect(settings(env)).toEqual({ domain: null, obstacle, failures: [] });
  });

  it.each(['https://example.com', 'example.com/', 'example .com', 'example.com:443'])(
    'rejects %s',
    (value) => {
      expect(settings({ PASSKEY_DOMAIN: value }).failures).toEqual([
        'PASSKEY_DOMAIN must be the name of a domain alone, such as example.com',
      ]);
    },
  );
});
