// For browsers without Web Crypto's Ed25519, and for pages over plain http, which have no Web Crypto at all. A chunk of
// its own, loaded only there.
import { hashes, verify } from '@noble/ed25519';
import { sha256 as hash256, sha512 } from '@noble/hashes/sha2.js';

hashes.sha512 = sha512;

/** Whether an Ed25519 signature is valid by RFC 8032, as in Web Crypto. */
export const verifyEd25519 = (signature: Uint8Array, text: Uint8Array, publicKey: Uint8Array): boolean =>
  verify(signature, text, publicKey, { zip215: false });

export const sha256 = (bytes: Uint8Array): Uint8Array => hash256(bytes);
