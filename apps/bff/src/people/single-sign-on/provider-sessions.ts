import { Injectable, Logger } from '@nestjs/common';
import { NotificationPublisher, securityNotification } from '../../messages';
import { auditAll, auditBy } from '../../platform/audit/audit';
import { SessionsRepository } from '../../platform/auth/sessions.repository';
import { tokenHash } from '../../platform/auth/tokens';
import { insertRow, updateRow } from '../../platform/database/row-writes';
import { Transactions, type Tx } from '../../platform/database/transactions';
import type { Scope } from '../../platform/realm-scope/scope';
import { type SealedLocation, Sealing } from '../../platform/sealing/sealing';
import { AccountsRepository } from '../auth/accounts.repository';
import { ProviderSession } from './identity-provider.entity';
import { type LogoutToken, ProviderClients, type VerifiedIdentity } from './provider-clients';
import { ProvidersRepository } from './providers.repository';

/** Minutes after which a provider that sends no logouts is asked again. */
const RECHECK_MINUTES = 10;

const sealedAt = (id: number): SealedLocation => ({ table: 'provider_sessions', row: id, realm: 0 });

/** A session that came from a provider. */
type Found = { id: number; session_id: string; provider_id: number; subject: string; secrets: unknown };

const findSql = `SELECT s.id, s.session_id, l.provider_id, l.subject, s.secrets
  FROM provider_sessions s JOIN linked_identities l ON l.id = s.identity_id WHERE s.session_id = $1`;

/** Sessions that came from a provider, and end with the provider's. */
@Injectable()
export class ProviderSessions {
  private readonly logger = new Logger('single-sign-on');

  constructor(
    private readonly transactions: Transactions,
    private readonly sealing: Sealing,
    private readonly sessions: SessionsRepository,
    private readonly accounts: AccountsRepository,
    private readonly providers: ProvidersRepository,
    private readonly clients: ProviderClients,
    private readonly notifications: NotificationPublisher,
  ) {}

  /** Remembers what the provider knows a new session by. */
  async record(
    tx: Tx,
    sessionId: string,
    identityId: number,
    { sid, idToken, refreshToken }: VerifiedIdentity,
  ): Promise<void> {
    const id = await insertRow(tx, ProviderSession, { session_id: sessionId, identity_id: identityId, sid });
    const secrets = this.sealing.seal(sealedAt(id), { id_token: idToken, refresh_token: refreshToken });
    await updateRow(tx, ProviderSession, id, { secrets });
  }

  /** Has a session take the place of the one before it. */
  async move(tx: Tx, from: string, to: string): Promise<void> {
    await tx.execute('UPDATE provider_sessions SET session_id = $2 WHERE session_id = $1', [from, to]);
  }

  /** Where the person of an ended session signs out of the provider too; null when it came from none. */
  async logoutUrl(scope: Scope, sessionId: string, returnTo: string): Promise<string | null> {
    const found = await this.transactions.read(scope, async (tx) => {
      const [session] = await tx.query<Found>(findSql, [sessionId]);
      const provider = session && (await this.providers.findUsable(tx, session.provider_id));
      return session && provider ? { provider, session } : null;
    });
    const { id_token: idToken } = found
      ? this.sealing.open(sealedAt(found.session.id), found.session.secrets)
      : {};
    return found && idToken ? this.clients.logoutUrl(found.provider, idToken, returnTo) : null;
  }

  /**
   * Asks a provider that sends no logouts whether a session still holds, at most every ten minutes and from one server.
   * Returns false when the provider has ended it, and the session with it. One that can't be asked ends nothing.
   */
  async recheck(scope: Scope, sessionId: string): Promise<boolean> {
    const due = await this.transactions.run(scope, async (tx) => {
      const claimed = await tx.execute(
        `UPDATE provider_sessions SET checked_at = clock_timestamp()
         WHERE session_id = $1 AND checked_at < clock_timestamp() - make_interval(mins => ${RECHECK_MINUTES})`,
        [sessionId],
      );
      const [session] = claimed > 0 ? await tx.query<Found>(findSql, [sessionId]) : [];
      const provider = session && (await this.providers.findUsable(tx, session.provider_id));
      return session && provider ? { provider, session } : null;
    });
    if (!due) return true;
    const { session, provider } = due;
    const { refresh_token: refreshToken } = this.sealing.open(sealedAt(session.id), session.secrets);
    if (!refreshToken) return true;
    try {
      if (await this.clients.sendsLogouts(provider)) return true;
      const next = await this.clients.refresh(provider, refreshToken, session.subject);
      await this.transactions.run(scope, async (tx) => {
        if (!next) return this.end(tx, [session.session_id]);
        const secrets = this.sealing.seal(
          sealedAt(session.id),
          { refresh_token: next.refreshToken, id_token: next.idToken ?? undefined },
          session.secrets,
        );
        await updateRow(tx, ProviderSession, session.id, { secrets });
        return undefined;
      });
      return next !== null;
    } catch (error) {
      this.logger.warn(`${provider.name} can't be asked about a session: ${String(error)}`);
      return true;
    }
  }

  /** Ends the sessions that a logout token names, once; false when the token was received before. */
  async endByToken(tx: Tx, providerId: number, { id, sid, subject }: LogoutToken): Promise<boolean> {
    const isNew = await tx.execute(
      'INSERT INTO provider_logouts (provider_id, token_hash) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [providerId, tokenHash(id)],
    );
    if (isNew === 0) return false;
    const rows = await tx.query<{ session_id: string }>(
      `SELECT s.session_id FROM provider_sessions s JOIN linked_identities l ON l.id = s.identity_id
       WHERE l.provider_id = $1 AND ($2::text IS NULL OR s.sid = $2) AND ($3::text IS NULL OR l.subject = $3)`,
      [providerId, sid, subject],
    );
    await this.end(
      tx,
      rows.map(({ session_id }) => session_id),
    );
    return true;
  }

  /** Ends the sessions that came from a user's link, but one. */
  async endOfLink(tx: Tx, userId: number, identityId: number, except: string): Promise<void> {
    const rows = await tx.query<{ session_id: string }>(
      `SELECT s.session_id FROM provider_sessions s JOIN linked_identities l ON l.id = s.identity_id
       WHERE l.id = $1 AND l.user_id = $2 AND s.session_id <> $3`,
      [identityId, userId, except],
    );
    await this.end(
      tx,
      rows.map(({ session_id }) => session_id),
    );
  }

  /**
   * Ends the sessions that were begun through a provider, and notifies their people. Lock the provider before, so that nobody
   * signs in through it meanwhile.
   */
  async endOfProvider(tx: Tx, provider: { id: number; name: string }): Promise<void> {
    const begun = await tx.query<{ session_id: string }>(
      `SELECT s.session_id FROM provider_sessions s JOIN linked_identities l ON l.id = s.identity_id
       WHERE l.provider_id = $1 FOR UPDATE OF s`,
      [provider.id],
    );
    const ended = await this.sessions.endEach(
      tx,
      begun.map(({ session_id }) => session_id),
      'ended by an administrator',
    );
    const people = await tx.query<{ id: number; realm_id: number | null; sessions: number }>(
      `SELECT u.id, u.realm_id, count(*)::int AS sessions FROM users u JOIN unnest($1::int[]) AS e (user_id) ON e.user_id = u.id
       GROUP BY u.id ORDER BY u.id`,
      [ended.map(({ user_id }) => user_id)],
    );
    await auditAll(
      tx,
      people.map(({ id, realm_id, sessions }) => ({
        action: 'user.sessions_ended',
        entity: 'user',
        entity_id: id,
        realm_id,
        after: { provider: provider.name, sessions },
      })),
    );
    await this.notifications.publish(
      tx,
      people.map(({ id }) => securityNotification(id, 'sessions_ended')),
    );
  }

  private async end(tx: Tx, sessionIds: readonly string[]): Promise<void> {
    for (const { id, user_id } of await this.sessions.endEach(
      tx,
      sessionIds,
      'ended by its identity provider',
    )) {
      const user = await this.accounts.findById(tx, user_id);
      if (user) await auditBy(tx, user, { action: 'session.ended_by_provider', after: { session_id: id } });
    }
  }
}
