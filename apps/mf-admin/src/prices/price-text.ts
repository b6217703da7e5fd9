import type { PriceRangeDto } from '@tessera/api';
import { formatCost } from '@tessera/product-ui/costs';
import type { AdminTexts } from '../texts';

/** Names of price levels by their keys. */
export type LevelNames = Readonly<Record<string, unknown>>;

/** The name of a level; its key where the site has no name for it. */
export const levelName = (levels: LevelNames, key: string): string => {
  const name = levels[key];
  return typeof name === 'string' && name !== '' ? name : key;
};

/** What a range is for: "Premium, North Stand", or "Any area". */
export function rangeName(
  t: AdminTexts,
  levels: LevelNames,
  { level, area }: Pick<PriceRangeDto, 'level' | 'area'>,
): string {
  if (level === '') return area || t('prices.anyArea');
  return area === '' ? levelName(levels, level) : `${levelName(levels, level)}, ${area}`;
}

/** Ranges in words: "Premium: £48–62". */
export const rangeText = (
  t: AdminTexts,
  { levels, currency, locale }: { levels: LevelNames; currency: string; locale: string },
  range: PriceRangeDto,
): string => `${rangeName(t, levels, range)}: ${formatCost({ ...range, currency }, locale)}`;
