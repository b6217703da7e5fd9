import {
  createHash,
  createPrivateKey as readPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { refusal } from './failure.ts';
import { signedText } from './release.ts';

/** The DER header of a raw Ed25519 public key (RFC 8410). */
const spkiHeader = Buffer.from('302a300506032b6570032100', 'hex');
const rawBytes = 32;

/** A new private key as PEM, with its public key and id. */
export function createPrivateKey(): { pem: string; publicKey: string; id: string } {
  const { privateKey } = generateKeyPairSync('ed25519');
  const publicKey = publicKeyOf(privateKey);
  return {
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey,
    id: keyIdOf(publicKey),
  };
}

/** Reads a private key from PEM; `source` names where it comes from in the error. */
export function parsePrivateKey(pem: string, source: string): KeyObject {
  let key: KeyObject;
  try {
    key = readPrivateKey(pem);
  } catch {
    throw refusal(`${source} holds no private key in PEM`);
  }
  if (key.asymmetricKeyType !== 'ed25519') throw refusal(`${source} holds no Ed25519 key`);
  return key;
}

/** Base64 of the raw public key. */
export const publicKeyOf = (privateKey: KeyObject): string =>
  createPublicKey(privateKey)
    .export({ type: 'spki', format: 'der' })
    .subarray(spkiHeader.length)
    .toString('base64');

/** The id of a public key: the beginning of its SHA-256, as base64url. */
export const keyIdOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('base64url').slice(0, 22);

/** Whether a text is the base64 of a raw public key. */
export const isPublicKey = (text: string): boolean => {
  const raw = Buffer.from(text, 'base64');
  return raw.length === rawBytes && raw.toString('base64') === text;
};

/** The signature of a manifest, as base64. */
export const signManifest = (manifestText: string, privateKey: KeyObject): string =>
  sign(null, Buffer.from(signedText(manifestText)), privateKey).toString('base64');

/** Whether a signature of a manifest is the one of a key. */
export function isSignedBy(manifestText: string, signature: string, publicKey: string): boolean {
  const key = createPublicKey({
    key: Buffer.concat([spkiHeader, Buffer.from(publicKey, 'base64')]),
    format: 'der',
    type: 'spki',
  });
  return verify(null, Buffer.from(signedText(manifestText)), key, Buffer.from(signature, 'base64'));
}
