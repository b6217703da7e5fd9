import type { PriceRange } from '@tessera/domain/cost';
import { type TestApp } from './app';
import { insert } from './factories';

/** A range of every level and area, unless they are named. */
export const range = (min: number, max: number, level = '', area = ''): PriceRange => ({
  level,
  area,
  min,
  max,
});

/** Replaces the prices of a site, or of one of its events; without ranges there are none. */
export async function setPrices(
  app: TestApp,
  {
    site_id,
    event_id = null,
    ...list
  }: {
    site_id: number;
    event_id?: number | null;
    currency?: string;
    fee_per_seat?: number;
    fee_per_order?: number;
  },
  ...ranges: PriceRange[]
): Promise<void> {
  await app.db.query('DELETE FROM price_lists WHERE site_id = $1 AND event_id IS NOT DISTINCT FROM $2', [
    site_id,
    event_id,
  ]);
  const list_id = await insert(app, 'price_lists', { site_id, event_id, currency: 'GBP', ...list });
  for (const [position, { level, area, min, max }] of ranges.entries()) {
    await app.db.query(
      'INSERT INTO price_ranges (list_id, position, level, area, min, max) VALUES ($1, $2, $3, $4, $5, $6)',
      [list_id, position, level, area, min, max],
    );
  }
}
