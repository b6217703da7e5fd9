import { Injectable } from '@nestjs/common';
import type { MessageKind } from '@tessera/domain/notifications';
import { NotificationPublisher, securityNotification } from '../../messages';
import type { AuditAction } from '../../platform/audit/actions';
import { audit } from '../../platform/audit/audit';
import type { Account } from '../../platform/auth/account';
import type { Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, invalid } from '../../platform/errors/api-error';
import { personalScope, type Scope } from '../../platform/realm-scope/scope';
import { AccountsRepository } from '../auth/accounts.repository';
import { SecondFactorChanges } from '../auth/two-factor/second-factor-changes';
import { TwoFactorRepository } from '../auth/two-factor/two-factor.repository';
import { PasskeyCeremonies } from './passkey-ceremonies';
import type { AddedPasskeyDto, PasskeyChange, PasskeyDto, PasskeyInput } from './passkeys.dto';
import { PasskeysRepository } from './passkeys.repository';
import { RelyingParty } from './relying-party';

/** Passkeys that a person may have. */
const MAX_PASSKEYS = 10;

/** 400, since clients refresh after a 401. */
const wrongPasskey = (field: string) =>
  invalid([{ field, message: 'The passkey was not accepted: start again', code: 'WRONG_PASSKEY' }]);

/** The caller's own passkeys. Adding and removing them ends no session. */
@Injectable()
export class PasskeysService {
  constructor(
    private readonly transactions: Transactions,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly passkeys: PasskeysRepository,
    private readonly relyingParty: RelyingParty,
    private readonly accounts: AccountsRepository,
    private readonly factors: TwoFactorRepository,
    private readonly changes: SecondFactorChanges,
    private readonly notifications: NotificationPublisher,
  ) {}

  list(scope: Scope, { userId }: Account): Promise<PasskeyDto[]> {
    return this.transactions.readList(personalScope(scope), (tx) =>
      this.passkeys.list(tx, userId, this.relyingParty.domain),
    );
  }

  get(scope: Scope, { userId }: Account, id: number): Promise<Found<PasskeyDto>> {
    return this.transactions.read(personalScope(scope), (tx) =>
      this.passkeys.readPasskey(tx, id, userId, this.relyingParty.domain),
    );
  }

  /** What the browser creates a passkey with. @throws 409 without a domain, or beyond the limit */
  options(scope: Scope, account: Account): Promise<{ options: object }> {
    return this.transactions.run(personalScope(scope), async (tx) => {
      await this.requireRoom(tx, account.userId);
      return { options: await this.ceremonies.registrationOptions(tx, account) };
    });
  }

  /** Adds a passkey; with the first second factor the person gets recovery codes. */
  async add(scope: Scope, account: Account, { name, attestation }: PasskeyInput): Promise<AddedPasskeyDto> {
    const { userId } = account;
    const domain = this.relyingParty.requireDomain();
    const added = await this.transactions.run(personalScope(scope), async (tx) => {
      await this.accounts.lock(tx, userId);
      const registered = await this.ceremonies.register(tx, userId, attestation);
      // Returned rather than thrown, so that the challenge stays used up.
      if (!registered) return null;
      await this.requireRoom(tx, userId);
      const isFirst = !(await this.factors.has(tx, userId));
      const { credential, credentialBackedUp } = registered;
      const id = await this.passkeys.insertPasskey(tx, {
        user_id: userId,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: attestation.transports ?? [],
        backed_up: credentialBackedUp,
        domain,
        name,
      });
      if (id === null)
        throw new ApiError('CONFLICT', 'This passkey is already registered', { reason: 'PASSKEY_TAKEN' });
      const recovery_codes = isFirst ? await this.changes.createRecoveryCodes(tx, userId) : null;
      await this.changes.recordAddition(tx, userId);
      await this.record(tx, account, 'user.passkey_added', null, { name });
      await this.notify(tx, userId, 'passkey_added', name);
      return { ...(await this.passkeys.readPasskey(tx, id, userId, domain)).row, recovery_codes };
    });
    if (!added) throw wrongPasskey('attestation');
    return added;
  }

  /** Renames a passkey; 412 when `ifMatch` is stale. */
  rename(
    scope: Scope,
    account: Account,
    id: number,
    { name }: PasskeyChange,
    ifMatch: string | undefined,
  ): Promise<Found<PasskeyDto>> {
    const { domain } = this.relyingParty;
    return this.transactions.run(personalScope(scope), async (tx) => {
      const before = await this.passkeys.lockPasskey(tx, id, account.userId, domain, ifMatch);
      if (name === undefined || name === before.row.name) return before;
      await this.passkeys.rename(tx, id, name);
      await this.record(tx, account, 'user.passkey_renamed', { name: before.row.name }, { name });
      return this.passkeys.readPasskey(tx, id, account.userId, domain);
    });
  }

  /** Removes a passkey, which is refused from then on. @throws 409 for the last second factor of a person who has to have one */
  remove(scope: Scope, account: Account, id: number, ifMatch: string | undefined): Promise<void> {
    const { userId } = account;
    return this.transactions.run(personalScope(scope), async (tx) => {
      await this.accounts.lock(tx, userId);
      const { row } = await this.passkeys.lockPasskey(tx, id, userId, this.relyingParty.domain, ifMatch);
      await this.passkeys.removePasskey(tx, id);
      await this.changes.recordRemoval(tx, userId);
      await this.record(tx, account, 'user.passkey_removed', { name: row.name }, null);
      await this.notify(tx, userId, 'passkey_removed', row.name);
    });
  }

  private async requireRoom(tx: Tx, userId: number): Promise<void> {
    const used = await this.passkeys.count(tx, userId);
    if (used >= MAX_PASSKEYS)
      throw new ApiError('LIMIT_REACHED', `You can have ${MAX_PASSKEYS} passkeys: remove one first`, {
        reason: 'TOO_MANY_PASSKEYS',
        context: { limit: MAX_PASSKEYS, used, asked: 1 },
      });
  }

  private record(
    tx: Tx,
    { userId, realmId }: Account,
    action: AuditAction,
    before: object | null,
    after: object | null,
  ): Promise<void> {
    return audit(tx, { action, entity: 'user', entity_id: userId, realm_id: realmId, before, after });
  }

  private async notify(tx: Tx, userId: number, kind: MessageKind, name: string): Promise<void> {
    await this.notifications.publish(tx, securityNotification(userId, kind, { name }));
  }
}
