import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type VerifiedRegistrationResponse,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { audit } from '../../platform/audit/audit';
import type { Account } from '../../platform/auth/account';
import { tokenHash } from '../../platform/auth/tokens';
import type { Tx } from '../../platform/database/transactions';
import { isRecord } from '../../platform/http/parse-input';
import type { ChallengePurpose } from './passkey.entity';
import type { PasskeyAssertion, PasskeyAttestation } from './passkeys.dto';
import { PasskeysRepository } from './passkeys.repository';
import { RelyingParty } from './relying-party';

/** What a challenge asks an assertion for; `userId` null: whose passkey it is turns out by it. */
type Purpose = { purpose: Exclude<ChallengePurpose, 'register'>; userId: number | null };

/** Signatures that are accepted: EdDSA, ES256 and RS256 (IANA COSE algorithms). */
const ALGORITHMS = [-8, -7, -257];
const TIMEOUT_MS = 300_000;

/** The user as authenticators store them. It says nothing about a person, and another database's user 7 may replace it. */
const handleOf = (userId: number): Uint8Array<ArrayBuffer> => new TextEncoder().encode(`tessera-${userId}`);

/** Asks for passkeys and checks what they sign. Each challenge is of use once, for one purpose and person, for five minutes. */
@Injectable()
export class PasskeyCeremonies {
  constructor(
    private readonly passkeys: PasskeysRepository,
    private readonly relyingParty: RelyingParty,
  ) {}

  /** What creates a passkey of the account that isn't on this device yet. */
  async registrationOptions(tx: Tx, { userId, email, name }: Account): Promise<object> {
    const domain = this.relyingParty.requireDomain();
    return generateRegistrationOptions({
      rpName: 'Tessera',
      rpID: domain,
      userID: handleOf(userId),
      userName: email,
      userDisplayName: name || email,
      challenge: await this.createChallenge(tx, 'register', userId),
      timeout: TIMEOUT_MS,
      attestationType: 'none',
      excludeCredentials: await this.passkeys.findCredentials(tx, userId, domain),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: ALGORITHMS,
    });
  }

  /** Checks a new passkey; null when it can't be accepted. Commit the transaction all the same: the challenge is used up. */
  async register(
    tx: Tx,
    userId: number,
    { id, client_data, attestation, transports = [] }: PasskeyAttestation,
  ): Promise<VerifiedRegistrationResponse['registrationInfo'] | null> {
    const client = await this.useClientData(tx, client_data, 'register', userId);
    if (!client) return null;
    try {
      const { registrationInfo } = await verifyRegistrationResponse({
        response: {
          id,
          rawId: id,
          type: 'public-key',
          clientExtensionResults: {},
          response: {
            clientDataJSON: client_data,
            attestationObject: attestation,
            transports,
          },
        },
        expectedChallenge: client.challenge,
        expectedOrigin: client.origin,
        expectedRPID: this.relyingParty.requireDomain(),
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      });
      return registrationInfo ?? null;
    } catch {
      return null;
    }
  }

  /** What asks for a passkey: of the user, or of the person at the device. */
  async assertionOptions(tx: Tx, { purpose, userId }: Purpose): Promise<object> {
    const domain = this.relyingParty.requireDomain();
    return generateAuthenticationOptions({
      rpID: domain,
      challenge: await this.createChallenge(tx, purpose, userId),
      timeout: TIMEOUT_MS,
      userVerification: 'required',
      ...(userId !== null && { allowCredentials: await this.passkeys.findCredentials(tx, userId, domain) }),
    });
  }

  /**
   * Checks what a passkey signed and returns its user; null when anything is wrong. A counter that
   * didn't go up is refused and audited: somebody has a copy. Commit the transaction whatever the result.
   */
  async verify(tx: Tx, { purpose, userId }: Purpose, assertion: PasskeyAssertion): Promise<number | null> {
    const client = await this.useClientData(tx, assertion.client_data, purpose, userId);
    const passkey = await this.passkeys.lockCredential(tx, assertion.id);
    if (!client || !passkey || (userId !== null && passkey.user_id !== userId)) return null;
    const { user_handle: handle } = assertion;
    if (handle !== undefined && handle !== Buffer.from(handleOf(passkey.user_id)).toString('base64url'))
      return null;
    const info = await this.verifySignature(client, assertion, passkey.public_key);
    if (!info || info.rpID !== passkey.domain) return null;
    const counts = info.newCounter > 0 || passkey.counter > 0;
    if (counts && info.newCounter <= passkey.counter) {
      await this.auditCopy(tx, passkey.user_id);
      return null;
    }
    await this.passkeys.setUsed(tx, passkey.id, info.newCounter, info.credentialBackedUp);
    return passkey.user_id;
  }

  private async verifySignature(
    client: { challenge: string; origin: string },
    { id, client_data, authenticator_data, signature, user_handle }: PasskeyAssertion,
    publicKey: Buffer,
  ) {
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: {
          id,
          rawId: id,
          type: 'public-key',
          clientExtensionResults: {},
          response: {
            clientDataJSON: client_data,
            authenticatorData: authenticator_data,
            signature,
            userHandle: user_handle,
          },
        },
        expectedChallenge: client.challenge,
        expectedOrigin: client.origin,
        expectedRPID: this.relyingParty.requireDomain(),
        requireUserVerification: true,
        // The counter is compared once the signature is known to be right: anybody can send a low one.
        credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
      });
      return verified ? authenticationInfo : null;
    } catch {
      return null;
    }
  }

  private async createChallenge(
    tx: Tx,
    purpose: ChallengePurpose,
    userId: number | null,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const challenge = randomBytes(32);
    await this.passkeys.insertChallenge(tx, tokenHash(challenge.toString('base64url')), purpose, userId);
    return new Uint8Array(challenge);
  }

  /** Uses up the challenge that a page's data names; null when it isn't valid, or the page isn't one of the console's. */
  private async useClientData(
    tx: Tx,
    clientData: string,
    purpose: ChallengePurpose,
    userId: number | null,
  ): Promise<{ challenge: string; origin: string } | null> {
    const read = readClientData(clientData);
    if (!read || !(await this.passkeys.useChallenge(tx, tokenHash(read.challenge), purpose, userId)))
      return null;
    return this.relyingParty.isOwnOrigin(read.origin) && !read.crossOrigin ? read : null;
  }

  private async auditCopy(tx: Tx, userId: number): Promise<void> {
    await audit(tx, {
      action: 'session.passkey_copied',
      entity: 'user',
      entity_id: userId,
      realm_id: await this.passkeys.findRealm(tx, userId),
    });
  }
}

/** Challenge and page of the data that a browser collected; null when it can't be read. */
function readClientData(encoded: string): { challenge: string; origin: string; crossOrigin: boolean } | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString());
    if (!isRecord(data) || typeof data.challenge !== 'string' || typeof data.origin !== 'string') return null;
    return { challenge: data.challenge, origin: data.origin, crossOrigin: data.crossOrigin === true };
  } catch {
    return null;
  }
}
