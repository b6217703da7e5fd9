import { Injectable } from '@nestjs/common';
import { AccessLoss } from '../../platform/access/access-loss';
import type { Account } from '../../platform/auth/account';
import { checkFoundVersion, type Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, notFound } from '../../platform/errors/api-error';
import { FieldErrors } from '../../platform/errors/field-errors';
import { type ListResponse, readPagination } from '../../platform/http/list-query';
import { personalScope, type Scope } from '../../platform/realm-scope/scope';
import type {
  SavedViewChange,
  SavedViewDto,
  SavedViewInput,
  SavedViewListQuery,
  ViewQuery,
} from './saved-views.dto';
import { SavedViewsRepository, viewSorts } from './saved-views.repository';

const QUERY_BYTES = 8 * 1024;
/** How many views one user may keep. */
const MAX_VIEWS = 500;

/** Saved views: a user's own, some shared with their realm. Users without a realm have them too. */
@Injectable()
export class SavedViewsService {
  constructor(
    accessLoss: AccessLoss,
    private readonly transactions: Transactions,
    private readonly views: SavedViewsRepository,
  ) {
    // The filters of saved views name rows of the former realm.
    accessLoss.onAccount(async (tx, { id, leftRealm, deleted }) => {
      if (leftRealm && !deleted) await this.views.unshareOfUser(tx, id);
      return {};
    });
  }

  list(scope: Scope, account: Account, query: SavedViewListQuery): Promise<ListResponse<SavedViewDto>> {
    const pagination = readPagination(query, viewSorts, 'name', 'v.id');
    return this.transactions.readList(personalScope(scope), async (tx) => ({
      pagination,
      page: await this.views.listViews(tx, account, query, pagination),
    }));
  }

  get(scope: Scope, account: Account, id: number): Promise<Found<SavedViewDto>> {
    return this.transactions.read(personalScope(scope), (tx) => this.views.readView(tx, account, id));
  }

  create(scope: Scope, account: Account, input: SavedViewInput): Promise<Found<SavedViewDto>> {
    check(account, input);
    return this.transactions.run(personalScope(scope), async (tx) => {
      const id = await this.views.insertView(tx, account.userId, input, MAX_VIEWS);
      if (id === null)
        throw new ApiError('CONFLICT', `You have ${MAX_VIEWS} views already: delete one first`, {
          reason: 'TOO_MANY_VIEWS',
        });
      return this.views.readView(tx, account, id);
    });
  }

  /** Changes the fields sent of an own view; views that others share are read-only. */
  change(
    scope: Scope,
    account: Account,
    id: number,
    change: SavedViewChange,
    ifMatch: string | undefined,
  ): Promise<Found<SavedViewDto>> {
    check(account, change);
    return this.transactions.run(personalScope(scope), async (tx) => {
      await this.lockOwn(tx, account, id, ifMatch);
      await this.views.updateView(tx, id, change);
      return this.views.readView(tx, account, id);
    });
  }

  remove(scope: Scope, account: Account, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(personalScope(scope), async (tx) => {
      await this.lockOwn(tx, account, id, ifMatch);
      await this.views.removeView(tx, id);
    });
  }

  /** Locks one of the caller's views; 404 for another user's view, 412 when `ifMatch` is stale. */
  private async lockOwn(tx: Tx, account: Account, id: number, ifMatch: string | undefined): Promise<void> {
    await this.views.lock(tx, id);
    const found = await this.views.readView(tx, account, id);
    if (!found.row.own) throw notFound('Saved view');
    checkFoundVersion(ifMatch, found);
  }
}

function check(account: Account, { query, shared }: { query?: ViewQuery; shared?: boolean }): void {
  const errors = new FieldErrors();
  if (query && Buffer.byteLength(JSON.stringify(query)) > QUERY_BYTES)
    errors.add('query', `query may take ${QUERY_BYTES} bytes`, {
      code: 'TOO_LONG',
      params: { max: QUERY_BYTES },
    });
  if (shared && account.realmId === null)
    errors.add('shared', 'shared needs a realm to share with', { code: 'REALM_NEEDED' });
  errors.throwIfAny();
}
