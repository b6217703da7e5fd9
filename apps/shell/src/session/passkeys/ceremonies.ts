import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import type { PasskeyAssertion, PasskeyAttestation, PasskeyOfferDto } from '@tessera/api';

/** Why the browser used or created no passkey; pages have a text for each. */
export type PasskeyProblem =
  'cancelled' | 'unsupported' | 'registered' | 'unverified' | 'wrongAddress' | 'failed';

/** A passkey that the browser didn't use or create. */
export class PasskeyError extends Error {
  constructor(
    readonly problem: PasskeyProblem,
    cause?: unknown,
  ) {
    super(problem, { cause });
  }
}

/** Has the browser sign with a passkey. Throws a PasskeyError. */
export async function signWithPasskey(options: object): Promise<PasskeyAssertion> {
  const { id, response } = await withBrowser(() =>
    startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }),
  );
  return {
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    user_handle: response.userHandle || undefined,
  };
}

/** Has the browser create a passkey. Throws a PasskeyError. */
export async function createPasskey(options: object): Promise<PasskeyAttestation> {
  const { id, response } = await withBrowser(() =>
    startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }),
  );
  return {
    id,
    client_data: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: response.transports,
  };
}

/** The same page where passkeys work; null: they work here. */
export function otherAddress({ domain, origin }: PasskeyOfferDto): string | null {
  const here = new URL(window.location.href);
  if (domain === null || (origin === null ? here.hostname === domain : here.origin === origin)) return null;
  if (origin !== null) return origin + here.pathname;
  here.hostname = domain;
  return here.href;
}

async function withBrowser<T>(run: () => Promise<T>): Promise<T> {
  if (!browserSupportsWebAuthn()) throw new PasskeyError('unsupported');
  try {
    return await run();
  } catch (error) {
    throw new PasskeyError(problemOf(error), error);
  }
}

function problemOf(error: unknown): PasskeyProblem {
  if (error instanceof WebAuthnError) {
    switch (error.code) {
      case 'ERROR_CEREMONY_ABORTED':
        return 'cancelled';
      case 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED':
        return 'registered';
      case 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT':
      case 'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT':
        return 'unverified';
      case 'ERROR_INVALID_DOMAIN':
      case 'ERROR_INVALID_RP_ID':
        return 'wrongAddress';
    }
  }
  // What browsers say when somebody cancels, waits too long, or has no passkey: they don't tell which.
  return error instanceof Error && error.name === 'NotAllowedError' ? 'cancelled' : 'failed';
}
