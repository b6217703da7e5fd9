import { timingSafeEqual } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../platform/auth/account';
import { Tokens } from '../../platform/auth/tokens';
import { Config } from '../../platform/config/config';
import { Transactions } from '../../platform/database/transactions';
import { ApiError, invalid } from '../../platform/errors/api-error';
import { systemScope } from '../../platform/realm-scope/scope';
import { WebFiles } from '../../platform/web/web-files';

/** What a cookie holds: whose overrides, and until when (epoch seconds) they are valid. */
export type Overrides = {
  userId: number;
  expiresAt: number;
  /** Origin of each overridden module, by its name. */
  origins: ReadonlyMap<string, string>;
};

/** Makes the signature of a text. */
type Sign = (text: string) => string;

const COOKIE = 'tessera_overrides';
/** How long an override lasts without being set again. */
const OVERRIDE_SECONDS = 12 * 3600;

/** The overrides in a request's cookies; null without a cookie that `sign` has signed and that is still valid. */
function readOverrides(cookies: string | undefined, sign: Sign): Overrides | null {
  const cookie = cookies?.split(/; */).find((part) => part.startsWith(`${COOKIE}=`));
  const [payload = '', signature = ''] = cookie?.slice(COOKIE.length + 1).split('.') ?? [];
  const given = Buffer.from(signature);
  const expected = Buffer.from(sign(payload));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const [userId, expiresAt, origins] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
    number,
    number,
    [string, string][],
  ];
  return expiresAt > nowSeconds() ? { userId, expiresAt, origins: new Map(origins) } : null;
}

/** The `Set-Cookie` header for a user's overrides; without any it removes the cookie. */
function overridesCookie(
  userId: number,
  origins: ReadonlyMap<string, string>,
  { sign, isSecure }: { sign: Sign; isSecure: boolean },
): string {
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  if (origins.size === 0) return `${COOKIE}=; Max-Age=0; ${attributes}`;
  const content = [userId, nowSeconds() + OVERRIDE_SECONDS, [...origins]];
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${COOKIE}=${payload}.${sign(payload)}; Max-Age=${OVERRIDE_SECONDS}; ${attributes}`;
}

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** Names of this machine that a content security policy can name, which excludes IPv6. */
const localHosts = ['localhost', '127.0.0.1'];

/** The origin, if it is an http origin of this machine with nothing behind it; else null. */
function localOriginOf(text: string): string | null {
  const url = URL.parse(text);
  const isOrigin = url !== null && (text === url.origin || text === `${url.origin}/`);
  return isOrigin && url.protocol === 'http:' && localHosts.includes(url.hostname) ? url.origin : null;
}

type Request = Pick<FastifyRequest, 'headers' | 'protocol'>;

/** Modules that one browser overrides at a time. */
const MAX_OVERRIDES = 10;

const moduleName = /^[a-z][a-z0-9-]{0,49}$/;

/**
 * Lets developers load their own module from their own machine into the console, in their browser alone, where
 * `MODULE_OVERRIDES` allows it. A signed cookie holds which; the server never connects to their machine.
 */
@Injectable()
export class ModuleOverrides implements OnModuleInit {
  constructor(
    private readonly config: Config,
    private readonly tokens: Tokens,
    private readonly transactions: Transactions,
    private readonly web: WebFiles,
  ) {}

  /** The page's policy names these origins only for browsers that have the cookie. */
  onModuleInit(): void {
    this.web.allowOrigins((request) => [...new Set(this.read(request)?.origins.values())]);
  }

  /** The origins of the modules that the caller overrides in this browser and still may, by the modules' names. */
  async overridesOf(
    request: Pick<Request, 'headers'>,
    account: Account | null,
  ): Promise<ReadonlyMap<string, string>> {
    const overrides = this.read(request);
    if (!account || overrides?.userId !== account.userId) return new Map();
    const allowed = await this.allowedOf(account, [...overrides.origins.keys()]);
    return new Map([...overrides.origins].filter(([name]) => allowed.has(name)));
  }

  /** Whether the caller may override some module. */
  async mayOverride(account: Account | null): Promise<boolean> {
    if (!this.config.moduleOverrides || !account) return false;
    return account.role === 'admin' || (await this.developedBy(account)).length > 0;
  }

  /** Sets an override in this browser. 403 where the installation or the module doesn't allow it to this user. */
  async set(
    request: Request,
    reply: FastifyReply,
    account: Account,
    { name, origin: text }: { name: string; origin: string },
  ): Promise<void> {
    const origin = localOriginOf(text);
    if (origin === null) {
      const message = 'origin must be an http origin of your own machine such as http://localhost:4205';
      throw invalid([{ field: 'origin', message, code: 'INVALID' }]);
    }
    if (!moduleName.test(name))
      throw invalid([{ field: 'name', message: 'name must be the name of a module', code: 'INVALID' }]);
    if (!this.config.moduleOverrides)
      throw new ApiError('FORBIDDEN', 'This installation does not allow overrides of modules');
    if (!(await this.allowedOf(account, [name])).has(name))
      throw new ApiError('FORBIDDEN', `You may not override ${name}: you are no developer of its publisher`);
    const origins = new Map(await this.overridesOf(request, account)).set(name, origin);
    if (origins.size > MAX_OVERRIDES) {
      const message = `At most ${MAX_OVERRIDES} modules can be overridden at a time`;
      throw invalid([{ field: 'name', message, code: 'TOO_MANY', params: { max: MAX_OVERRIDES } }]);
    }
    this.write(request, reply, account, origins);
  }

  /** Removes an override from this browser, if there is one. */
  async remove(request: Request, reply: FastifyReply, account: Account, name: string): Promise<void> {
    const origins = new Map(await this.overridesOf(request, account));
    origins.delete(name);
    this.write(request, reply, account, origins);
  }

  private read({ headers }: Pick<Request, 'headers'>): Overrides | null {
    return this.config.moduleOverrides ? readOverrides(headers.cookie, this.sign) : null;
  }

  private write(
    { protocol }: Request,
    reply: FastifyReply,
    { userId }: Account,
    origins: ReadonlyMap<string, string>,
  ): void {
    const options = { sign: this.sign, isSecure: protocol === 'https' };
    void reply.header('Set-Cookie', overridesCookie(userId, origins, options));
  }

  /** Those of the modules that the user may override: all for an administrator, else those of their publishers. */
  private async allowedOf(account: Account, names: readonly string[]): Promise<ReadonlySet<string>> {
    if (account.role === 'admin' || names.length === 0) return new Set(names);
    const developed = await this.developedBy(account);
    return new Set(names.filter((name) => developed.includes(name)));
  }

  /** Names of the modules of publishers that name the user as a developer. */
  private async developedBy({ userId }: Account): Promise<string[]> {
    const rows = await this.transactions.read(systemScope('modules'), (tx) =>
      tx.query<{ name: string }>(
        'SELECT DISTINCT unnest(modules) AS name FROM module_publishers WHERE $1 = ANY (developers)',
        [userId],
      ),
    );
    return rows.map(({ name }) => name);
  }

  private readonly sign = (text: string): string => this.tokens.keyed('module-overrides', text);
}
