import { Int, Json, Money, Text } from '../../platform/http/fields';

/** What seats cost at least and at most, with all fees. */
export class CostDto {
  @Text({ example: 'GBP' }) currency: string;
  @Money({ example: 960 }) min: number;
  @Money({ example: 1240 }) max: number;
}

/** What several launches cost together. */
export class PlannedCosts {
  @Json({ items: CostDto, description: 'One per currency' }) costs: CostDto[];
  @Int({ description: 'Seats that they are for' }) seats: number;
  @Int({ description: 'Those of them without a known price, which no cost includes' }) unpriced_seats: number;
}
