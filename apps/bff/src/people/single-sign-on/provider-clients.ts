import { Injectable } from '@nestjs/common';
import { createRemoteJWKSet, customFetch as keysFetch, jwtVerify, type JWTVerifyGetKey } from 'jose';
import * as oidc from 'openid-client';
import { Config } from '../../platform/config/config';
import { isRecord } from '../../platform/http/parse-input';
import type { Claims } from './provider-rules';

/** How a provider is spoken to. */
export type ProviderSettings = {
  id: number;
  version: number;
  issuer: string;
  client_id: string;
  client_secret: string | null;
  scopes: string;
};

/** What of a provider failed: its address, what it says about itself, or what it answered. */
export type ProviderFault = 'unreachable' | 'not_a_provider' | 'other_issuer' | 'incomplete' | 'refused';

/** A provider that can't be reached, or whose answer doesn't hold. The message is for the log and administrators. */
export class ProviderError extends Error {
  constructor(
    readonly fault: ProviderFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ProviderError';
  }
}

/** What a provider says about a person who has just signed in. */
export type VerifiedIdentity = {
  issuer: string;
  subject: string;
  claims: Claims;
  sid: string | null;
  idToken: string;
  refreshToken: string | null;
};

/** A logout token's subject: a session or a person at the provider. */
export type LogoutToken = { id: string; sid: string | null; subject: string | null };

/** A client of one provider, with its discovered metadata and keys. */
type Client = { configuration: oidc.Configuration; keys: JWTVerifyGetKey };

const TIMEOUT_S = 10;
/** How long metadata is used before it is read again. Keys are read again as soon as a signature names an unknown one. */
const METADATA_MS = 60 * 60_000;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** How old a logout token may be, and how much clocks may differ. */
const LOGOUT_AGE = '5 minutes';
const CLOCK_TOLERANCE_S = 30;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Speaks OpenID Connect with identity providers. */
@Injectable()
export class ProviderClients {
  private readonly clients = new Map<number, { version: number; readAt: number; client: Promise<Client> }>();

  constructor(private readonly config: Config) {}

  /** Whether requests may go to an address: https, and in development http on this machine. */
  isAllowed(address: string): boolean {
    const url = URL.parse(address);
    if (!url || url.username || url.password) return false;
    if (url.protocol === 'https:') return true;
    return url.protocol === 'http:' && this.config.singleSignOnHttp && LOOPBACK.test(url.hostname);
  }

  /**
   * Reads a provider's metadata and keys, whatever is cached, before its settings are saved.
   *
   * @throws ProviderError that says which part failed
   */
  async check(settings: ProviderSettings): Promise<void> {
    const { configuration } = await this.discover(settings);
    const metadata = configuration.serverMetadata();
    for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
      const address = metadata[name];
      if (!address || !this.isAllowed(address))
        throw new ProviderError('incomplete', `${name} is missing or no https address`);
    }
    const response = await this.fetch(metadata.jwks_uri ?? '', { method: 'GET' });
    const keys: unknown = response.ok ? await response.json().catch(() => null) : null;
    if (!isRecord(keys) || !Array.isArray(keys.keys))
      throw new ProviderError('incomplete', `jwks_uri answers ${response.status} without keys`);
  }

  /** What a visit to a provider is protected by: random, and known to this server alone until the browser comes back. */
  async newSecrets(): Promise<{ state: string; nonce: string; verifier: string; challenge: string }> {
    const verifier = oidc.randomPKCECodeVerifier();
    const challenge = await oidc.calculatePKCECodeChallenge(verifier);
    return { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier, challenge };
  }

  /** The address at which a person signs in. */
  async authorizationUrl(settings: ProviderSettings, parameters: Record<string, string>): Promise<string> {
    const { configuration } = await this.clientOf(settings);
    return oidc.buildAuthorizationUrl(configuration, parameters).href;
  }

  /**
   * Exchanges the code of a callback and verifies issuer, audience, signature, nonce and times of what comes back.
   *
   * @throws ProviderError
   */
  async exchange(
    settings: ProviderSettings,
    callback: URL,
    checks: { state: string; nonce: string; verifier: string; maxAge?: number },
  ): Promise<VerifiedIdentity> {
    const { configuration } = await this.clientOf(settings);
    try {
      const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        pkceCodeVerifier: checks.verifier,
        maxAge: checks.maxAge,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims || !tokens.id_token) throw new ProviderError('refused', 'No ID token came back');
      const { userinfo_endpoint } = configuration.serverMetadata();
      const more = userinfo_endpoint
        ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {};
      return {
        issuer: claims.iss,
        subject: claims.sub,
        claims: { ...more, ...claims },
        sid: typeof claims.sid === 'string' ? claims.sid : null,
        idToken: tokens.id_token,
        refreshToken: tokens.refresh_token ?? null,
      };
    } catch (error) {
      throw asFault(error);
    }
  }

  /**
   * Uses a refresh token to ask whether a session still holds; returns what replaces it.
   *
   * @returns null when the provider has ended it
   * @throws ProviderError when it can't be asked
   */
  async refresh(
    settings: ProviderSettings,
    refreshToken: string,
    subject: string,
  ): Promise<{ refreshToken: string; idToken: string | null } | null> {
    const { configuration } = await this.clientOf(settings);
    try {
      const tokens = await oidc.refreshTokenGrant(configuration, refreshToken);
      const claims = tokens.claims();
      if (claims && claims.sub !== subject) return null;
      return { refreshToken: tokens.refresh_token ?? refreshToken, idToken: tokens.id_token ?? null };
    } catch (error) {
      if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return null;
      throw asFault(error);
    }
  }

  /** Whether the provider sends logout tokens. */
  async sendsLogouts(settings: ProviderSettings): Promise<boolean> {
    const { configuration } = await this.clientOf(settings);
    return configuration.serverMetadata().backchannel_logout_supported === true;
  }

  /** The address at which a person signs out of the provider too; null when it has none, or can't be asked. */
  async logoutUrl(settings: ProviderSettings, idToken: string, returnTo: string): Promise<string | null> {
    try {
      const { configuration } = await this.clientOf(settings);
      if (!configuration.serverMetadata().end_session_endpoint) return null;
      return oidc.buildEndSessionUrl(configuration, {
        id_token_hint: idToken,
        post_logout_redirect_uri: returnTo,
      }).href;
    } catch {
      return null;
    }
  }

  /**
   * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6).
   *
   * @throws ProviderError
   */
  async readLogoutToken(settings: ProviderSettings, token: string): Promise<LogoutToken> {
    const { configuration, keys } = await this.clientOf(settings);
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: configuration.serverMetadata().issuer,
        audience: settings.client_id,
        maxTokenAge: LOGOUT_AGE,
        clockTolerance: CLOCK_TOLERANCE_S,
        requiredClaims: ['jti', 'events'],
      });
      const { jti, events, sid, sub, nonce } = payload;
      const names = typeof sid === 'string' || typeof sub === 'string';
      if (
        typeof jti !== 'string' ||
        !isRecord(events) ||
        !isRecord(events[LOGOUT_EVENT]) ||
        !names ||
        nonce !== undefined
      )
        throw new ProviderError('refused', 'This is no logout token');
      return { id: jti, sid: typeof sid === 'string' ? sid : null, subject: sub ?? null };
    } catch (error) {
      throw asFault(error);
    }
  }

  /** The client of a provider, discovered again after an hour, a failure or a change of its settings. */
  private clientOf(settings: ProviderSettings): Promise<Client> {
    const { id, version } = settings;
    const known = this.clients.get(id);
    if (known?.version === version && performance.now() - known.readAt < METADATA_MS) return known.client;
    const client = this.discover(settings);
    const entry = { version, readAt: performance.now(), client };
    this.clients.set(id, entry);
    client.catch(() => {
      if (this.clients.get(id) === entry) this.clients.delete(id);
    });
    return client;
  }

  private async discover({ issuer, client_id, client_secret }: ProviderSettings): Promise<Client> {
    if (!this.isAllowed(issuer))
      throw new ProviderError('not_a_provider', 'The issuer must be an https address');
    const options = {
      [oidc.customFetch]: (url: string, init: oidc.CustomFetchOptions) => this.fetch(url, init),
      timeout: TIMEOUT_S,
      execute: [
        oidc.enableNonRepudiationChecks,
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- so marked to stand out; see `isAllowed`
        ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
      ],
    };
    try {
      const found = await oidc.discovery(new URL(issuer), client_id, undefined, oidc.None(), options);
      const metadata = found.serverMetadata();
      const configuration = new oidc.Configuration(
        metadata,
        client_id,
        undefined,
        authentication(metadata, client_secret),
      );
      configuration[oidc.customFetch] = options[oidc.customFetch];
      configuration.timeout = TIMEOUT_S;
      for (const enable of options.execute) enable(configuration);
      const keys = createRemoteJWKSet(new URL(metadata.jwks_uri ?? issuer), {
        timeoutDuration: TIMEOUT_S * 1000,
        cooldownDuration: 1000,
        [keysFetch]: (url, init) => this.fetch(url, init),
      });
      return { configuration, keys };
    } catch (error) {
      throw asFault(error);
    }
  }

  /**
   * Sends a request to a provider. Metadata may name other hosts, so each address is checked.
   *
   * @throws ProviderError for an address that isn't allowed, and when no response comes
   */
  private async fetch(url: string, init: RequestInit): Promise<Response> {
    if (!this.isAllowed(url))
      throw new ProviderError('incomplete', 'An address of the provider is no https address');
    try {
      return await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_S * 1000), ...init, redirect: 'manual' });
    } catch (error) {
      throw new ProviderError('unreachable', failureOf(error), { cause: error });
    }
  }
}

/** How the client proves who it is: by its secret, in the way that the provider prefers to have it. */
function authentication(metadata: oidc.ServerMetadata, secret: string | null): oidc.ClientAuth {
  if (!secret) return oidc.None();
  const supported = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return supported.includes('client_secret_basic') || !supported.includes('client_secret_post')
    ? oidc.ClientSecretBasic(secret)
    : oidc.ClientSecretPost(secret);
}

/** The failure behind an error of openid-client or jose. */
function asFault(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const { message, cause, code } = error as Error & { code?: unknown };
  if (cause instanceof ProviderError) return cause;
  const options = { cause: error };
  const status = cause instanceof Response ? cause.status : null;
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')
    return new ProviderError('other_issuer', message, options);
  if (status !== null && status >= 500)
    return new ProviderError('unreachable', `It answers ${status}`, options);
  if (NOT_A_PROVIDER.includes(String(code)))
    return new ProviderError('not_a_provider', status === null ? message : `It answers ${status}`, options);
  return new ProviderError('refused', message, options);
}

/** Codes of openid-client for a response that no provider gives. */
const NOT_A_PROVIDER = ['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR'];

/** The reason of a failed connection, such as ECONNREFUSED. */
function failureOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message ? cause.message : message;
}
