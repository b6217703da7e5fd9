import { signedText } from '@tessera/domain/module-release';
import { fromBase64 } from './bytes';

/**
 * Whether the signature of a module.json was made with the key. False for texts that aren't a signature or a key.
 *
 * @param publicKey base64 of the key's 32 bytes
 * @param signature base64 of the signature's 64 bytes
 */
export async function isSignedBy(
  publicKey: string,
  signature: string,
  manifestText: string,
): Promise<boolean> {
  let key: Uint8Array<ArrayBuffer>;
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    key = fromBase64(publicKey);
    bytes = fromBase64(signature);
  } catch {
    return false;
  }
  if (key.length !== 32 || bytes.length !== 64) return false;
  const text = new TextEncoder().encode(signedText(manifestText));
  const native = await importKey(key);
  if (native) return crypto.subtle.verify('Ed25519', native, bytes, text);
  const { verifyEd25519 } = await import('./crypto-fallback');
  try {
    return verifyEd25519(bytes, text, key);
  } catch {
    return false;
  }
}

/** The key for Web Crypto; null where that is missing or doesn't know Ed25519. */
async function importKey(key: Uint8Array<ArrayBuffer>): Promise<CryptoKey | null> {
  try {
    return await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
  } catch {
    return null;
  }
}
