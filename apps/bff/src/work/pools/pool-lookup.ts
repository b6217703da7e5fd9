import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Tx } from '../../platform/database/transactions';
import { invalid } from '../../platform/errors/api-error';
import { Pool } from './pool.entity';

const field = 'pool_id';

/** A pool that a request names. */
export type NamedPool = Pick<Pool, 'id' | 'realm_id' | 'site_id'>;

/** Finds the pools that other features' requests name, within the transaction's scope. */
@Injectable()
export class PoolLookup {
  /** The pool of a body, or none for null. @throws 400 naming `pool_id` unless the pool exists and is of the site */
  async resolvePool(tx: Tx, id: number | null, siteId: number): Promise<NamedPool[]> {
    if (id === null) return [];
    const [pool] = await this.findByIds(tx, [id]);
    if (!pool) throw invalid([{ field, message: 'pool_id names no pool', code: 'NOT_FOUND' }]);
    if (pool.site_id !== siteId)
      throw invalid([{ field, message: 'pool_id names a pool of another site', code: 'OTHER_SITE' }]);
    return [pool];
  }

  /** Of these pools those that the scope sees and that aren't deleted. */
  findByIds(tx: Tx, ids: readonly number[]): Promise<NamedPool[]> {
    return tx.manager.find(Pool, {
      select: { id: true, realm_id: true, site_id: true },
      where: { id: In([...ids]) },
    });
  }
}
