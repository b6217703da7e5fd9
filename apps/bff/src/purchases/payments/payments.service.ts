import { Injectable } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, notFound } from '../../platform/errors/api-error';
import type { ListResponse } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import { maskOf, Sealing } from '../../platform/sealing/sealing';
import { PayersRepository } from '../../work';
import { type ConfirmAnswer } from '../carts/carts.dto';
import { ConfirmService } from '../carts/confirm.service';
import { type ClaimRow, PayClaims } from '../carts/pay-claims';
import { Purchases } from '../carts/purchases';
import {
  type BasketDto,
  type ClaimBasketDto,
  type ClaimedBasketDto,
  type ConfirmBasketDto,
  type NextBasketAnswer,
  type NextBasketDto,
  type PayQueueQuery,
  type RevealableSecret,
  revealableSecrets,
  type RevealedSecret,
} from './payments.dto';
import { PaymentsRepository } from './payments.repository';

/** How long a page shows a revealed secret. */
const HIDE_AFTER_S = 10;
/** How often `next` goes on to another basket when the seats of the one it claimed were bought in the meantime. */
const MAX_CLAIMS = 5;

/** The pay queue: baskets that people pay at the sites, each claimed by one person at a time. */
@Injectable()
export class PaymentsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly payments: PaymentsRepository,
    private readonly claims: PayClaims,
    private readonly confirming: ConfirmService,
    private readonly purchases: Purchases,
    private readonly sealing: Sealing,
    private readonly payers: PayersRepository,
  ) {}

  list(scope: Scope, query: PayQueueQuery): Promise<ListResponse<BasketDto>> {
    return this.transactions.readList(scope, (tx) => this.payments.list(tx, query));
  }

  /** Claims the free basket that expires first. */
  next(
    scope: Scope,
    { event_id = null, job_id = null, except_ids = [] }: NextBasketDto,
  ): Promise<NextBasketAnswer> {
    return this.transactions.run(scope, async (tx) => {
      const except = [...except_ids];
      for (let claims = 0; claims < MAX_CLAIMS; claims += 1) {
        const free = await this.payments.lockNextFree(tx, { eventId: event_id, jobId: job_id, except });
        if (!free) break;
        // Read again under the lock: its seats may have been bought in the meantime.
        if (await this.payments.findBasket(tx, free.id)) return { basket: await this.claimHeld(tx, free) };
        except.push(free.id);
      }
      return { basket: null };
    });
  }

  /**
   * Claims a basket, or extends the caller's claim.
   *
   * @throws 409 CLAIMED_BY_OTHER while somebody else has claimed it, unless `override`; NOTHING_HELD when its seats are
   *   paid, removed or expired
   */
  claim(scope: Scope, id: number, { override }: ClaimBasketDto): Promise<ClaimedBasketDto> {
    return this.transactions.run(scope, async (tx) => {
      await this.claims.prepare(tx, id);
      const claim = await this.lock(tx, id);
      if (!override) await this.claims.requireFree(tx, [id]);
      if (!(await this.payments.findBasket(tx, id))) throw nothingHeld();
      return this.claimHeld(tx, claim);
    });
  }

  private async claimHeld(tx: Tx, claim: ClaimRow): Promise<ClaimedBasketDto> {
    await this.claims.claim(tx, claim);
    const { row } = await this.payments.get(tx, claim.id);
    return this.withLogin(tx, row);
  }

  /** Ends the caller's claim; somebody else's stays. */
  release(scope: Scope, id: number): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      await this.claims.release(tx, await this.lock(tx, id));
    });
  }

  /**
   * Opens one secret of the basket's login for the person who has claimed it, while its seats are held. Recorded in the audit
   * log.
   *
   * @throws 409 NOT_CLAIMED unless the caller has claimed the basket; NOTHING_HELD when its seats are paid, removed or expired
   */
  reveal(scope: Scope, id: number, which: RevealableSecret): Promise<RevealedSecret> {
    return this.transactions.run(scope, async (tx) => {
      const claim = await this.lock(tx, id);
      if (!claim.live || claim.user_id !== tx.scope.actor.userId) {
        throw new ApiError('CONFLICT', 'Claim this basket before you open a secret of its login', {
          reason: 'NOT_CLAIMED',
        });
      }
      if (!(await this.payments.findBasket(tx, id))) throw nothingHeld();
      const login = await this.payments.findLogin(tx, id);
      if (!login) throw notFound('Login');
      const { [which]: value = null } = this.sealing.open(
        { table: 'logins', row: login.id, realm: login.realm_id },
        login.secrets,
      );
      await audit(tx, {
        action: 'login.reveal',
        entity: 'login',
        entity_id: login.id,
        realm_id: login.realm_id,
        after: { task_id: id, fields: [which] },
      });
      return { which, value, hide_after_s: HIDE_AFTER_S };
    });
  }

  /**
   * Records that the basket's seats were paid for and ends its claim. Repeating it returns the same tickets.
   *
   * @throws 409 as `ConfirmService.confirm`
   */
  confirm(scope: Scope, id: number, paid: ConfirmBasketDto): Promise<ConfirmAnswer> {
    const { hold_ids, ...how } = paid;
    return this.transactions.run(scope, async (tx) => {
      const claim = await this.lock(tx, id);
      const holds = await this.payments.findHolds(tx, id, hold_ids);
      if (holds.length < hold_ids.length) throw notFound('Held seat');
      if (holds.every(({ status }) => status === 'confirmed'))
        return { confirmed: await this.purchases.findTickets(tx, hold_ids), failed: [] };
      // Before the record, which ends the claim.
      if (claim.live && claim.user_id !== null && claim.user_id === tx.scope.actor.userId)
        await this.payers.addTime(tx, { id, userId: claim.user_id });
      const row = await this.confirming.confirmIn(tx, { ticket_ids: hold_ids, ...how });
      await this.claims.end(tx, [id]);
      return row;
    });
  }

  /** @throws 404 when the scope doesn't see the basket, or nobody has ever claimed it */
  private async lock(tx: Tx, id: number): Promise<ClaimRow> {
    const [claim] = await this.claims.lock(tx, [id]);
    if (!claim) throw notFound('Basket');
    return claim;
  }

  private async withLogin(tx: Tx, basket: BasketDto): Promise<ClaimedBasketDto> {
    const login = await this.payments.findLogin(tx, basket.id);
    const masks = Object.fromEntries(
      revealableSecrets.map((name) => [name, maskOf(login?.secrets, name)]),
    ) as Pick<ClaimedBasketDto, RevealableSecret>;
    return {
      ...basket,
      login_user: login?.user ?? null,
      login_supporter_id: login?.supporter_id ?? null,
      ...masks,
    };
  }
}

const nothingHeld = () => new ApiError('NOTHING_HELD', 'No seats of this basket are held any more');
