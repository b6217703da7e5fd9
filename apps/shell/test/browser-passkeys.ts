/** What the browser's own dialog results in: a credential, or an error by its name. */
type Outcome = 'used' | 'NotAllowedError' | 'InvalidStateError' | 'SecurityError';

const bytes = () => new Uint8Array([0x69, 0xb7, 0x1d]).buffer;

const credential = {
  id: 'abcd',
  rawId: bytes(),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response: {
    clientDataJSON: bytes(),
    attestationObject: bytes(),
    authenticatorData: bytes(),
    signature: bytes(),
    userHandle: bytes(),
    getTransports: () => ['internal'],
  },
};

/** Gives jsdom passkeys; returns what the pages asked the browser for. Without an outcome the browser has none. */
export function setBrowserPasskeys(outcome: Outcome | null): PublicKeyCredentialCreationOptions[] {
  const asked: PublicKeyCredentialCreationOptions[] = [];
  const ask = ({ publicKey }: { publicKey: PublicKeyCredentialCreationOptions }) => {
    asked.push(publicKey);
    return outcome === 'used'
      ? Promise.resolve(credential)
      : Promise.reject(new DOMException('', outcome ?? undefined));
  };
  Object.assign(window, { PublicKeyCredential: outcome === null ? undefined : () => undefined });
  Object.defineProperty(navigator, 'credentials', { value: { create: ask, get: ask }, configurable: true });
  return asked;
}
