import type { PriceListInput, PriceRangeDto } from '@tessera/api';

/** A range as it is typed; null: no amount yet. */
export type RangeValues = Pick<PriceRangeDto, 'level' | 'area'> & { min: number | null; max: number | null };

/** The values of the form. */
export interface PriceValues {
  currency: string;
  fee_per_seat: number | null;
  fee_per_order: number | null;
  ranges: RangeValues[];
}

/** A list as it is sent. */
export const toInput = ({ currency, fee_per_seat, fee_per_order, ranges }: PriceValues): PriceListInput => ({
  currency: currency.trim().toUpperCase(),
  fee_per_seat: fee_per_seat ?? 0,
  fee_per_order: fee_per_order ?? 0,
  ranges: ranges.map(({ level, area, min, max }) => ({
    level,
    area: area.trim(),
    min: min ?? 0,
    max: max ?? 0,
  })),
});
