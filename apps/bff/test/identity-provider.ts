import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider, { type Adapter, type AdapterPayload, type Configuration, type JWK } from 'oidc-provider';

/** The claims of a person at the provider, beside who they are. */
export type Person = { email?: string; email_verified?: boolean; name?: string; groups?: string[] };

/** A real OpenID provider in this process. */
export interface IdentityProvider {
  issuer: string;
  /** Its people, by what it knows them by. */
  people: Map<string, Person>;
  client: { client_id: string; client_secret: string };
  /** Where it sends browsers back to, and logout tokens; before the first sign-in. */
  register(callback: { origin: string; providerId: number }): void;
  /** Changes the claims of the ID tokens that it gives from now on; null: as they are. */
  tamper: ((claims: JWTPayload) => JWTPayload) | null;
  /** Signs a token as the provider does. */
  sign(claims: JWTPayload, header?: { typ?: string }): Promise<string>;
  /** Has it forget every refresh token. */
  revokeAll(): void;
  /** How many requests its endpoints got, by path. */
  requests: Map<string, number>;
  /** Ends it; `open` starts it again at its address. */
  close(): Promise<void>;
  open(): Promise<void>;
}

const CLIENT = { client_id: 'tessera-console', client_secret: 'a secret of the tests alone' };

/** Whether it sends logout tokens; without, only a refresh shows that a session has ended. */
type Options = { sendsLogouts?: boolean };

/** Starts a provider on this machine. Its sign-in page takes any name of its people, without a password. */
export async function startIdentityProvider({
  sendsLogouts = true,
}: Options = {}): Promise<IdentityProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: 'tests', alg: 'RS256', use: 'sig' } as JWK;
  const people = new Map<string, Person>();
  const requests = new Map<string, number>();
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const create = () => createServer((request, response) => handle(request, response));
  let server = create();
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  let provider: Provider | null = null;

  const idp: IdentityProvider = {
    issuer,
    people,
    client: CLIENT,
    tamper: null,
    requests,
    sign: (claims, header) => signed(privateKey, claims, header),
    register: ({ origin, providerId }) => {
      provider = new Provider(issuer, configurationOf({ jwk, people, origin, providerId, sendsLogouts }));
      provider.use(async (context, next) => {
        await next();
        const body = context.body as { id_token?: string } | undefined;
        if (!idp.tamper || !body?.id_token) return;
        body.id_token = await signed(privateKey, idp.tamper(decodeJwt(body.id_token)));
      });
      const callback = provider.callback();
      const interact = interactionsOf(provider);
      handle = (request, response) => {
        const { pathname } = new URL(request.url ?? '', issuer);
        requests.set(pathname, (requests.get(pathname) ?? 0) + 1);
        void (pathname.startsWith('/interaction/')
          ? interact(request, response)
          : callback(request, response));
      };
    },
    revokeAll: () => {
      const before = provider;
      if (!before) return;
      const refuse = () => Promise.resolve(undefined);
      Object.assign(before.RefreshToken, { find: refuse });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    open: () => {
      server = create();
      return listen(port);
    },
  };
  // Its configuration can be read before a console is registered.
  idp.register({ origin: 'http://127.0.0.1:1', providerId: 1 });
  return idp;
}

const signed = (key: CryptoKey, claims: JWTPayload, header: { typ?: string } = {}): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'tests', ...header }).sign(key);

function configurationOf({
  jwk,
  people,
  origin,
  providerId,
  sendsLogouts,
}: {
  jwk: JWK;
  people: Map<string, Person>;
  origin: string;
  providerId: number;
  sendsLogouts: boolean;
}): Configuration {
  return {
    clients: [
      {
        ...CLIENT,
        redirect_uris: [`${origin}/api/auth/sso/callback`],
        post_logout_redirect_uris: [`${origin}/auth/login`],
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
        ...(sendsLogouts && {
          backchannel_logout_uri: `${origin}/api/auth/sso/${providerId}/backchannel-logout`,
          backchannel_logout_session_required: true,
        }),
      },
    ],
    adapter: MemoryAdapter.factory(),
    jwks: { keys: [jwk] },
    cookies: { keys: ['of the tests alone'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name'],
      groups: ['groups'],
    },
    scopes: ['openid', 'email', 'profile', 'groups', 'offline_access'],
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: sendsLogouts },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body = `<!doctype html><title>Sign out</title>${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button>`;
        },
      },
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    issueRefreshToken: () => Promise.resolve(true),
    findAccount: (_, accountId) => {
      const person = people.get(accountId);
      return person && { accountId, claims: () => Promise.resolve({ sub: accountId, ...person }) };
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      });
      grant.addOIDCScope('openid email profile groups offline_access');
      await grant.save();
      return grant;
    },
    ttl: { Session: 3600, Grant: 3600, Interaction: 600, AccessToken: 600, IdToken: 600, RefreshToken: 3600 },
  };
}

/** Keeps what a provider stores. */
class MemoryAdapter implements Adapter {
  private readonly name: string;
  private readonly rows: Map<string, AdapterPayload>;

  private constructor(name: string, rows: Map<string, AdapterPayload>) {
    this.name = name;
    this.rows = rows;
  }

  /** Adapters of one provider, by the kind of what they store. */
  static factory(): (name: string) => MemoryAdapter {
    const rows = new Map<string, AdapterPayload>();
    return (name) => new MemoryAdapter(name, rows);
  }

  private key = (id: string) => `${this.name} ${id}`;
  private findBy = (name: 'uid' | 'userCode', value: string) =>
    Promise.resolve([...this.rows.values()].find((row) => row[name] === value));

  upsert(id: string, payload: AdapterPayload): Promise<void> {
    this.rows.set(this.key(id), payload);
    return Promise.resolve();
  }
  find = (id: string) => Promise.resolve(this.rows.get(this.key(id)));
  findByUid = (uid: string) => this.findBy('uid', uid);
  findByUserCode = (code: string) => this.findBy('userCode', code);
  consume(id: string): Promise<void> {
    const row = this.rows.get(this.key(id));
    if (row) row.consumed = Math.floor(Date.now() / 1000);
    return Promise.resolve();
  }
  destroy(id: string): Promise<void> {
    this.rows.delete(this.key(id));
    return Promise.resolve();
  }
  revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, { grantId: of }] of this.rows) if (of === grantId) this.rows.delete(key);
    return Promise.resolve();
  }
}

/** The page on which people say who they are. */
const interactionsOf = (provider: Provider) => async (request: IncomingMessage, response: ServerResponse) => {
  if (request.method !== 'POST') {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(
      '<!doctype html><title>Quayside sign-in</title><form method="post"><label>Name <input name="login" autofocus></label> <button>Sign in</button></form>',
    );
    return;
  }
  let body = '';
  for await (const part of request) body += String(part);
  const accountId = new URLSearchParams(body).get('login') ?? '';
  const result = accountId === '' ? { error: 'access_denied' } : { login: { accountId } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
};

/** Cookies of a browser, by origin and name. */
type Jar = Map<string, Map<string, string>>;

/** A browser that follows the way to a provider and back, and stops at the console's page. */
export class WayThere {
  private readonly jar: Jar = new Map();

  /** The `Cookie` header for an address. */
  cookies(address: string): string {
    const all = this.jar.get(new URL(address).origin) ?? new Map<string, string>();
    return [...all].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Keeps a cookie, `name=value`, of an address. */
  keep(address: string, cookie: string): void {
    const { origin } = new URL(address);
    const kept = this.jar.get(origin) ?? new Map<string, string>();
    const at = cookie.indexOf('=');
    if (cookie.length === at + 1) kept.delete(cookie.slice(0, at));
    else kept.set(cookie.slice(0, at), cookie.slice(at + 1));
    this.jar.set(origin, kept);
  }

  /** Requests an address without following it, and keeps the cookies of the response. */
  async request(address: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(address, {
      ...init,
      redirect: 'manual',
      headers: { ...(init.headers as Record<string, string>), Cookie: this.cookies(address) },
    });
    for (const cookie of response.headers.getSetCookie()) this.keep(address, cookie.split(';')[0] ?? '');
    return response;
  }

  /** Follows redirects from an address, signing in as a person where the provider asks, until `isThere` holds. */
  async follow(
    address: string,
    person: string,
    isThere: (url: URL) => boolean = ({ pathname }) => pathname === '/auth/sso',
  ): Promise<URL> {
    let at = new URL(address);
    for (let step = 0; step < 15 && !isThere(at); step += 1) {
      let response = await this.request(at.href);
      if (response.status === 200)
        response = await this.request(at.href, {
          method: 'POST',
          body: new URLSearchParams({ login: person }).toString(),
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        });
      const location = response.headers.get('location');
      if (location === null)
        throw new Error(`${at.href} answered ${response.status} ${await response.text()}`);
      at = new URL(location, at);
    }
    return at;
  }
}
