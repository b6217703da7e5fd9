import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { signedText } from '@tessera/domain/module-release';

const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** DER of an Ed25519 key up to its 32 bytes (RFC 8410): PKCS #8 for private keys, SPKI for public ones. */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** The Ed25519 private key with this seed of 32 bytes. */
export const privateKeyFromSeed = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' });

/** The public part of a key as text: base64 of its 32 bytes. */
export const publicKeyTextOf = (key: KeyObject): string =>
  createPublicKey(key)
    .export({ format: 'der', type: 'spki' })
    .subarray(PUBLIC_PREFIX.length)
    .toString('base64');

/** The id of a public key: base64url of the SHA-256 of its 32 bytes, cut to 22 characters. Throws as `bytesOf` does. */
export const keyIdOf = (publicKey: string): string =>
  createHash('sha256').update(bytesOf(publicKey)).digest('base64url').slice(0, 22);

/** Base64 of the Ed25519 signature of a module.json. */
export const signManifest = (manifestText: string, key: KeyObject): string =>
  sign(null, Buffer.from(signedText(manifestText)), key).toString('base64');

/** Whether the signature of a module.json was made with the key; false for texts that aren't a signature or a key. */
export function isSignedBy(manifestText: string, signature: string, publicKey: string): boolean {
  const bytes = Buffer.from(signature, 'base64');
  if (bytes.length !== SIGNATURE_BYTES || bytes.toString('base64') !== signature) return false;
  try {
    const key = {
      key: Buffer.concat([PUBLIC_PREFIX, bytesOf(publicKey)]),
      format: 'der',
      type: 'spki',
    } as const;
    return verify(null, Buffer.from(signedText(manifestText)), createPublicKey(key), bytes);
  } catch {
    return false;
  }
}

/** The 32 bytes of a public key's text; throws for anything else than their base64. */
function bytesOf(publicKey: string): Buffer {
  const bytes = Buffer.from(publicKey, 'base64');
  if (bytes.length === KEY_BYTES && bytes.toString('base64') === publicKey) return bytes;
  throw new Error('A public key must be 32 bytes as base64');
}
