import { Enum, Id, Instant, Int, Json, Money, Text } from '../../platform/http/fields';
import { Currency } from '../../platform/http/text-fields';

/** Ranges of a list. */
const MAX_RANGES = 200;

/** What a seat of a level and an area costs, without the list's fees. */
export class PriceRangeDto {
  @Text({ min: 0, max: 200, description: 'As in `price_levels`; empty: every level', example: 'premium' })
  level: string;
  @Text({ min: 0, max: 100, description: 'Empty: every area', example: 'North Stand' }) area: string;
  @Money({ example: 48 }) min: number;
  @Money({ example: 62 }) max: number;
}

/** Body of `PUT …/prices`. Without ranges the list is removed. */
export class PriceListInput {
  @Currency({ example: 'GBP' }) currency: string;
  @Money({ description: 'On top of the price of each seat', example: 1.5 }) fee_per_seat: number;
  @Money({ description: 'On top of what the seats of an order cost', example: 2.25 }) fee_per_order: number;
  @Json({ items: PriceRangeDto, max: MAX_RANGES, description: 'No level and area twice' })
  ranges: PriceRangeDto[];
}

/** The prices of a site, or of one of its events. */
export class PriceListDto {
  @Id() site_id: number;
  @Id({ nullable: true, description: 'Null: of every event of the site that has no prices of its own' })
  event_id: number | null;
  @Text({ nullable: true, description: "Without a list the site's currency", example: 'GBP' }) currency:
    string | null;
  @Money({ example: 1.5 }) fee_per_seat: number;
  @Money({ example: 2.25 }) fee_per_order: number;
  @Json({ items: PriceRangeDto, description: 'Empty: no list' }) ranges: PriceRangeDto[];
  @Instant({ nullable: true }) updated_at: Date | null;
}

/** What prices were seen in: the event, other events of its category at the site, or all events of the site. */
const proposalSources = ['event', 'category', 'site'] as const;
export type ProposalSource = (typeof proposalSources)[number];

/** A price range with the number of seats that show it. */
export class ProposedRangeDto extends PriceRangeDto {
  @Int({ description: 'Seats that were held or bought at these prices', example: 120 }) seats: number;
}

/** Seats whose prices are in another currency. */
export class OtherCurrencyDto {
  @Text({ example: 'EUR' }) currency: string;
  @Int({ example: 4 }) seats: number;
}

/** Price ranges as workers saw them in the last 12 months, with all fees that the site charged. */
export class PriceProposalDto {
  @Enum(proposalSources, { description: 'Which events they were seen in' }) source: ProposalSource;
  @Text({ nullable: true, description: 'The most frequent one; null: no price was seen', example: 'GBP' })
  currency: string | null;
  @Json({ items: ProposedRangeDto, description: `By area, at most ${MAX_RANGES}` })
  ranges: ProposedRangeDto[];
  @Json({ items: OtherCurrencyDto }) other_currencies: OtherCurrencyDto[];
}
