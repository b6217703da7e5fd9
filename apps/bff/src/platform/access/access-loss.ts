import { Injectable } from '@nestjs/common';
import type { AuditEntry } from '../audit/audit';
import type { Tx } from '../database/transactions';

export interface ChangedAccount {
  id: number;
  /** The account is about to be deleted. */
  deleted: boolean;
  /** Its role changed, it left its realm, or it was disabled: what it was given as before ends. */
  lostRole: boolean;
  /** It left its realm. */
  leftRealm: boolean;
}

/** Tokens of machines that end with the access of the administrator who created them. */
export interface EndedTokens {
  kind: 'worker_tokens_revoked' | 'publisher_tokens_revoked';
  names: string[];
  /** The page where administrators create others. */
  path: string;
}

/** What a change of an account ended. */
interface Ended {
  audit?: AuditEntry[];
  tokens?: EndedTokens;
}

type OnAccount = (tx: Tx, account: ChangedAccount) => Promise<Ended>;
type OnSuspension = (tx: Tx, realmId: number) => Promise<AuditEntry[]>;

/** What ends when an account or a realm loses access. Each area registers what it owns. */
@Injectable()
export class AccessLoss {
  private readonly accountHandlers: OnAccount[] = [];
  private readonly suspensionHandlers: OnSuspension[] = [];

  /**
   * Has something end with what an account may do. Called after every change of role, status or realm, and before an
   * account is deleted; the account may still have enough rights, so the handler looks them up.
   */
  onAccount(end: OnAccount): void {
    this.accountHandlers.push(end);
  }

  /** Has something end when a realm is suspended. */
  onSuspension(end: OnSuspension): void {
    this.suspensionHandlers.push(end);
  }

  /** Ends what a changed account may no longer have, in the transaction of the change; returns what that was. */
  async ofAccount(tx: Tx, account: ChangedAccount): Promise<{ audit: AuditEntry[]; tokens: EndedTokens[] }> {
    const audit: AuditEntry[] = [];
    const tokens: EndedTokens[] = [];
    for (const end of this.accountHandlers) {
      const ended = await end(tx, account);
      audit.push(...(ended.audit ?? []));
      if (ended.tokens && ended.tokens.names.length > 0) tokens.push(ended.tokens);
    }
    return { audit, tokens };
  }

  /** Ends what a suspended realm may not go on with; returns entries of the audit log. */
  async ofRealm(tx: Tx, realmId: number): Promise<AuditEntry[]> {
    const entries: AuditEntry[] = [];
    for (const end of this.suspensionHandlers) entries.push(...(await end(tx, realmId)));
    return entries;
  }
}
