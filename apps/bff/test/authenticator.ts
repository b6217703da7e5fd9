import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign as signBytes } from 'node:crypto';

/** The part of what `navigator.credentials.create` and `get` are given that an authenticator reads. */
export type CredentialOptions = {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
  user?: { id: string };
};

/** What a browser and its authenticator do otherwise than usual. */
type Faults = {
  origin?: string;
  domain?: string;
  counter?: number;
  isVerified?: boolean;
  handle?: string;
  crossOrigin?: boolean;
};

/** A key that the authenticator keeps. */
type Key = { id: string; privateKey: KeyObject; domain: string; handle: string };

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** The head of a CBOR item of less than 65,536 (RFC 8949, section 3). */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}
const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
const bytes = (value: Uint8Array) => Buffer.concat([head(2, value.length), value]);
const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const map = (...entries: [Buffer, Buffer][]) => Buffer.concat([head(5, entries.length), ...entries.flat()]);

/** The public key as COSE has it (RFC 9053): ES256 on P-256. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coordinate = (value: string) => bytes(Buffer.from(value, 'base64url'));
  return map(
    [integer(1), integer(2)],
    [integer(3), integer(-7)],
    [integer(-1), integer(1)],
    [integer(-2), coordinate(x)],
    [integer(-3), coordinate(y)],
  );
}

/** A browser with an authenticator: it creates passkeys and signs with them as Web Authentication says. */
export class Authenticator {
  private readonly keys: Key[] = [];
  /** Uses so far; `counts: false`: it counts none, as those that synchronize passkeys. */
  private uses = 0;

  constructor(
    private readonly origin: string,
    private readonly counts = true,
  ) {}

  /** Creates a passkey. */
  create(options: CredentialOptions, faults: Faults = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const id = randomBytes(16);
    const domain = faults.domain ?? options.rp?.id ?? '';
    const key = { id: base64url(id), privateKey, domain, handle: options.user?.id ?? '' };
    this.keys.push(key);
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([id.length >> 8, id.length & 255]),
      id,
      coseKey(publicKey),
    ]);
    return {
      id: key.id,
      client_data: this.clientData('webauthn.create', options, faults),
      attestation: base64url(
        map(
          [text('fmt'), text('none')],
          [text('attStmt'), map()],
          [text('authData'), bytes(this.data(domain, faults, attested))],
        ),
      ),
      transports: ['internal'],
    };
  }

  /** Signs a challenge with the passkey that was created last, or the one of an id. */
  sign(options: CredentialOptions, faults: Faults = {}, id = this.keys.at(-1)?.id) {
    const key = this.keys.find((one) => one.id === id);
    if (!key) throw new Error('There is no such passkey');
    const client_data = this.clientData('webauthn.get', options, faults);
    const data = this.data(faults.domain ?? key.domain, faults);
    const signature = signBytes(
      'sha256',
      Buffer.concat([data, sha256(Buffer.from(client_data, 'base64url'))]),
      key.privateKey,
    );
    return {
      id: key.id,
      client_data,
      authenticator_data: base64url(data),
      signature: base64url(signature),
      user_handle: faults.handle ?? key.handle,
    };
  }

  private clientData(
    type: string,
    { challenge }: CredentialOptions,
    { origin, crossOrigin = false }: Faults,
  ): string {
    return base64url(
      Buffer.from(JSON.stringify({ type, challenge, origin: origin ?? this.origin, crossOrigin })),
    );
  }

  /** Authenticator data: hash of the domain, flags (present, verified, attested), counter. */
  private data(domain: string, { counter, isVerified = true }: Faults, attested?: Buffer): Buffer {
    if (this.counts) this.uses += 1;
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? this.uses);
    return Buffer.concat([sha256(domain), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  }
}
