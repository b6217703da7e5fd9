import { Injectable, Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { signedInUserId } from '../auth/account';
import { Transactions } from '../database/transactions';
import { pathWithoutSecrets } from '../logging/logging';
import { personalScope } from '../realm-scope/scope';
import type { AuditAction } from './actions';
import { audit, type AuditEntry } from './audit';

/** Refusals of a user at one route are audited once per interval, so that a loop can't fill the audit log. */
const REFUSAL_INTERVAL_MS = 15 * 60_000;
/** Refusals in memory; when there are more, the oldest is dropped. */
const MAX_REFUSALS = 10_000;

/** Audits exports and rejected requests of signed-in users. */
@Injectable()
export class AccessAudit {
  private readonly logger = new Logger('audit');
  private readonly denied = new Map<string, number>();

  constructor(private readonly transactions: Transactions) {}

  /** Observes the responses of a server. An export is audited before its first byte is sent. */
  observe(server: FastifyInstance): void {
    const auditExport = async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
      const type = String(reply.getHeader('content-type') ?? '');
      if (reply.statusCode === 200 && type.startsWith('text/csv'))
        await this.recordAccess(request, 'list.export', 'list');
      return payload;
    };
    // For lists only, after the hook that turns their response into CSV.
    server.addHook('onRoute', (route) => {
      if (route.config?.rowsOf) route.onSend = [route.onSend ?? [], auditExport].flat();
    });
    server.addHook('onResponse', async (request: FastifyRequest, reply: FastifyReply) => {
      if (reply.statusCode !== 403 || !this.isDue(request)) return;
      await this.recordAccess(request, 'request.refused', 'request').catch((error: unknown) =>
        this.logger.warn(`A refusal could not be audited: ${(error as Error).message}`),
      );
    });
  }

  private async recordAccess(request: FastifyRequest, action: AuditAction, entity: string): Promise<void> {
    const { scope, account } = request.caller ?? {};
    if (!scope || !account) return;
    const entry: AuditEntry = {
      action,
      entity,
      entity_id: null,
      realm_id: account.realmId,
      after: { method: request.method, path: pathWithoutSecrets(request.url).slice(0, 500) },
    };
    await this.transactions.run(personalScope(scope), (tx) => audit(tx, entry));
  }

  /** Whether a rejection wasn't audited within the interval; records it. */
  private isDue({ caller, method, routeOptions }: FastifyRequest): boolean {
    if (!caller?.account) return false;
    const key = `${signedInUserId(caller.account)} ${method} ${routeOptions.url ?? ''}`;
    const now = performance.now();
    const last = this.denied.get(key);
    if (last !== undefined && now - last < REFUSAL_INTERVAL_MS) return false;
    this.denied.delete(key);
    this.denied.set(key, now);
    const [oldest] = this.denied.size > MAX_REFUSALS ? this.denied.keys() : [];
    if (oldest !== undefined) this.denied.delete(oldest);
    return true;
  }
}
