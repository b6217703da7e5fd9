import { startApp, type TestApp } from './app';
import { defined } from './defined';
import * as make from './factories';
import { type IdentityProvider, startIdentityProvider, WayThere } from './identity-provider';
import { until } from './work';

type ApiError = {
  code: string;
  reason?: string;
  message: string;
  context?: Record<string, unknown>;
  details?: { field: string; code: string }[];
};
export type SsoSession = {
  token: string;
  refreshToken: string;
  user: { id: number; email: string; role: string; realm_id: number | null; duties: string[] };
} & ApiError;

/** Settings of a server whose providers are on this machine. */
export const ssoSettings = { SINGLE_SIGN_ON_HTTP: 'on', LOGIN_ATTEMPTS: '50' };

/** Whether a browser is about to return to the console. */
export const isCallback = ({ pathname }: URL) => pathname === '/api/auth/sso/callback';

/** What the page gets in its fragment. */
const fragmentOf = ({ hash }: URL): Partial<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(hash.slice(1)));

/** A server and a provider for the tests of a file; before each test a new realm gets the provider. */
export class SingleSignOnRig {
  app!: TestApp;
  idp!: IdentityProvider;
  admin = '';
  realm = 0;
  provider = 0;

  constructor() {
    beforeAll(async () => {
      this.app = await startApp(ssoSettings);
      this.idp = await startIdentityProvider();
    });
    afterAll(async () => {
      await this.app.close();
      await this.idp.close();
    });
    beforeEach(async () => {
      await this.app.db.query('DELETE FROM guess_budgets');
      this.admin = (await make.admin(this.app)).token;
      this.realm = await make.realm(this.app);
      this.provider = await this.addProvider();
      this.idp.tamper = null;
    });
    afterEach(() => this.app.db.query('DELETE FROM identity_providers'));
  }

  call = <T = ApiError>(method: string, path: string, token?: string, body?: unknown) =>
    this.app.http<T>(method, `/api${path}`, { token, body });

  /** A provider of the realm, which gives its groups a role and creates accounts. */
  addProvider = async (fields: object = {}, of = this.idp): Promise<number> => {
    const { realm } = this;
    const { status, body } = await this.call<{ id: number }>('POST', '/identity-providers', this.admin, {
      name: 'Quayside',
      realm_id: realm,
      issuer: of.issuer,
      ...of.client,
      scopes: 'openid email profile groups offline_access',
      domains: [`desk${realm}.example`],
      creates_accounts: true,
      rules: [
        { claim: 'groups', value: 'owners', realm_id: realm, role: 'realm_owner' },
        { claim: 'groups', value: 'desk', realm_id: realm, role: 'realm_user', duties: ['pay'] },
      ],
      ...fields,
    });
    if (status !== 201) throw new Error(JSON.stringify(body));
    of.register({ origin: this.app.url, providerId: body.id });
    return body.id;
  };

  /** A person of the realm at the provider. */
  addPerson = (name: string, groups = ['desk'], fields: object = {}): string => {
    const sub = `${name}-${this.realm}`;
    this.idp.people.set(sub, { email: `${name}@desk${this.realm}.example`, name, groups, ...fields });
    return sub;
  };

  setGroups = (person: string, groups: string[]): void => {
    this.idp.people.set(person, { ...this.idp.people.get(person), groups });
  };

  startUrl = (to = '/jobs') => `${this.app.url}/api/auth/sso/${this.provider}/start?to=${to}`;

  /** Goes to the provider and back; returns what the page gets. */
  goThere = async (person: string, browser = new WayThere(), to = '/jobs') => {
    return fragmentOf(await browser.follow(this.startUrl(to), person));
  };

  exchange = (code: string | undefined, browser: WayThere, at = this.app) => {
    return at.http<SsoSession>('POST', '/api/auth/sso/session', {
      body: { code },
      headers: { Cookie: browser.cookies(this.app.url) },
    });
  };

  signIn = async (person: string, browser = new WayThere()) => {
    const { code } = await this.goThere(person, browser);
    return this.exchange(code, browser);
  };

  link = (code: string | undefined, browser: WayThere, body: object) => {
    return this.app.http<SsoSession>('POST', '/api/auth/sso/link', {
      body: { code, ...body },
      headers: { Cookie: browser.cookies(this.app.url) },
    });
  };

  /** Visits the provider from a session, as a person, in a browser that isn't signed in there. */
  visit = async (token: string, person: string, body: object) => {
    const begun = await this.app.http<{ url: string }>('POST', `/api/me/single-sign-on/${this.provider}`, {
      token,
      body,
    });
    const browser = new WayThere();
    browser.keep(this.app.url, defined(begun.headers.getSetCookie()[0]).split(';')[0] ?? '');
    return fragmentOf(await browser.follow(begun.body.url, person));
  };

  refresh = (refreshToken: string, browser: WayThere, headers: Headers) => {
    const set = headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    return this.app.http<SsoSession>('POST', '/api/auth/refresh', {
      token: refreshToken,
      headers: { Cookie: [browser.cookies(this.app.url), ...set].join('; ') },
    });
  };

  me = async (token: string) => (await this.call('GET', '/me', token)).status;
  untilEnded = (token: string) => until(async () => (await this.me(token)) === 401, 'the session ends');

  /** The actions in the audit log of a user. */
  auditOf = async (userId: number): Promise<string[]> => {
    const { rows } = await this.app.db.query<{ action: string }>(
      "SELECT action FROM audit WHERE entity = 'user' AND entity_id = $1 ORDER BY id",
      [String(userId)],
    );
    return rows.map(({ action }) => action);
  };
}
