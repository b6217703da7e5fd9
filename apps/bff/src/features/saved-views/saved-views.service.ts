import { Injectable } from '@nestjs/common';
import type { Account } from '../../platform/auth/account';
import { type Found, heedIfMatch, selectOne, selectPage } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { FieldErrors } from '../../platform/errors/field-errors';
import { notFound, Problem } from '../../platform/errors/problem';
import { type ListAnswer, readPagination } from '../../platform/http/list-query';
import { personal, type Scope } from '../../platform/realm-scope/scope';
import type {
  SavedViewChange,
  SavedViewDto,
  SavedViewInput,
  SavedViewListQuery,
  ViewQuery,
} from './saved-views.dto';
import { readableViews, viewProjection, viewSorts } from './saved-views.queries';

const QUERY_BYTES = 8 * 1024;
/** Views that one user may keep. */
const MAX_VIEWS = 500;

/** Named filters of pages: a user's own, some shared with their realm; somebody without a realm has them too. */
@Injectable()
export class SavedViewsService {
  constructor(private readonly transactions: Transactions) {}

  list(scope: Scope, account: Account, query: SavedViewListQuery): Promise<ListAnswer<SavedViewDto>> {
    const pagination = readPagination(query, viewSorts, 'name', 'v.id');
    return this.transactions.read(personal(scope), async (tx) => {
      const where = readableViews(account).equal('v.page', query.view_page);
      return {
        pagination,
        page: await selectPage<SavedViewDto>(tx, viewProjection(account), where, pagination),
      };
    });
  }

  get(scope: Scope, account: Account, id: number): Promise<Found<SavedViewDto>> {
    return this.transactions.read(personal(scope), (tx) => read(tx, account, id));
  }

  create(scope: Scope, account: Account, input: SavedViewInput): Promise<Found<SavedViewDto>> {
    check(account, input);
    return this.transactions.run(personal(scope), async (tx) => {
      await tx.execute('SELECT FROM users WHERE id = $1 FOR UPDATE', [account.userId]);
      const [made] = await tx.query<{ id: number }>(
        `INSERT INTO saved_views (user_id, page, name, query, shared)
         SELECT $1, $2, $3, $4, $5 WHERE (SELECT count(*) FROM saved_views WHERE user_id = $1) < $6 RETURNING id`,
        [
          account.userId,
          input.page,
          input.name,
          JSON.stringify(input.query),
          input.shared ?? false,
          MAX_VIEWS,
        ],
      );
      if (!made)
        throw new Problem('CONFLICT', `You have ${MAX_VIEWS} views already: delete one first`, {
          reason: 'TOO_MANY_VIEWS',
        });
      return read(tx, account, made.id);
    });
  }

  /** Changes the fields sent of one's own; somebody else's shared one is only read. */
  change(
    scope: Scope,
    account: Account,
    id: number,
    change: SavedViewChange,
    ifMatch: string | undefined,
  ): Promise<Found<SavedViewDto>> {
    check(account, change);
    return this.transactions.run(personal(scope), async (tx) => {
      await lock(tx, account, id, ifMatch);
      await tx.execute(
        `UPDATE saved_views SET name = coalesce($2, name), query = coalesce($3, query), shared = coalesce($4, shared)
         WHERE id = $1`,
        [id, change.name ?? null, change.query ? JSON.stringify(change.query) : null, change.shared ?? null],
      );
      return read(tx, account, id);
    });
  }

  remove(scope: Scope, account: Account, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(personal(scope), async (tx) => {
      await lock(tx, account, id, ifMatch);
      await tx.execute('DELETE FROM saved_views WHERE id = $1', [id]);
    });
  }
}

function read(tx: Tx, account: Account, id: number): Promise<Found<SavedViewDto>> {
  const where = readableViews(account);
  where.add(`v.id = ${where.param(id)}`);
  return selectOne(tx, viewProjection(account), where.sql, where.params);
}

async function lock(tx: Tx, account: Account, id: number, ifMatch: string | undefined): Promise<void> {
  await tx.execute('SELECT FROM saved_views WHERE id = $1 FOR UPDATE', [id]);
  const found = await read(tx, account, id);
  if (!found.answer.own) throw notFound('Saved view');
  heedIfMatch(ifMatch, found);
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
