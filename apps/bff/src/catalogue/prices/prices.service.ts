import { Injectable } from '@nestjs/common';
import { toMinor } from '@tessera/domain';
import { audit } from '../../platform/audit/audit';
import type { Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { invalid } from '../../platform/errors/api-error';
import type { FieldError } from '../../platform/errors/field-error-codes';
import { requireExactAmount } from '../../platform/http/text-fields';
import { checkIfMatch } from '../../platform/http/versions';
import type { Scope } from '../../platform/realm-scope/scope';
import { EventsService } from '../events/events.service';
import { compareLabels } from '../seats/adjacency';
import { SitesRepository } from '../sites/sites.repository';
import type { PriceListDto, PriceListInput, PriceProposalDto, ProposalSource } from './prices.dto';
import { type PricedPlace, PricesRepository, type SeenPrices, type SeenSeats } from './prices.repository';

/** Areas of a proposal, those with most seats: as many as a list has ranges. */
const MAX_PROPOSED = 200;
/** Largest amount in minor units, so that the cost of the largest plan is exact: 10,000 tasks of 100 seats. */
const MAX_MINOR = 4_000_000_000;

/** Prices of sites, which administrators set, and of events, which those set who may change the event. Everybody reads them. */
@Injectable()
export class PricesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly sites: SitesRepository,
    private readonly events: EventsService,
    private readonly prices: PricesRepository,
  ) {}

  /** @throws 404 when there is no such site */
  getOfSite(scope: Scope, id: number): Promise<Found<PriceListDto>> {
    return this.transactions.read(scope, async (tx) => {
      await this.sites.get(tx, id);
      return this.prices.get(tx, { site_id: id, event_id: null });
    });
  }

  /** @throws 404 when there is no such event */
  getOfEvent(scope: Scope, id: number): Promise<Found<PriceListDto>> {
    return this.transactions.read(scope, async (tx) => {
      const { site_id } = await this.events.find(tx, id);
      return this.prices.get(tx, { site_id, event_id: id });
    });
  }

  /** @throws 400 for amounts that are no prices, 404, 412 when `If-Match` names another version */
  replaceOfSite(
    scope: Scope,
    id: number,
    input: PriceListInput,
    ifMatch: string | undefined,
  ): Promise<Found<PriceListDto>> {
    checkList(input);
    return this.transactions.run(scope, async (tx) => {
      await this.sites.lock(tx, id);
      return this.replace(tx, { site_id: id, event_id: null }, input, ifMatch);
    });
  }

  /** As `replaceOfSite`. @throws 403 for an event that the caller may not change */
  replaceOfEvent(
    scope: Scope,
    id: number,
    input: PriceListInput,
    ifMatch: string | undefined,
  ): Promise<Found<PriceListDto>> {
    checkList(input);
    return this.transactions.run(scope, async (tx) => {
      const { site_id } = await this.events.lockChangeable(tx, id);
      return this.replace(tx, { site_id, event_id: id }, input, ifMatch);
    });
  }

  /** @throws 404 when there is no such site */
  proposeForSite(scope: Scope, id: number): Promise<PriceProposalDto> {
    return this.transactions.read(scope, async (tx) => {
      await this.sites.get(tx, id);
      return this.propose(tx, [['site', { site_id: id }]]);
    });
  }

  /** From the event's own seats, else from those of events like it. @throws 404 when there is no such event */
  proposeForEvent(scope: Scope, id: number): Promise<PriceProposalDto> {
    return this.transactions.read(scope, async (tx) => {
      const { site_id, category } = await this.events.find(tx, id);
      return this.propose(tx, [
        ['event', { site_id, event_id: id }],
        ...(category === null ? [] : [['category', { site_id, category }] as const]),
        ['site', { site_id }],
      ]);
    });
  }

  private async replace(
    tx: Tx,
    place: PricedPlace,
    input: PriceListInput,
    ifMatch: string | undefined,
  ): Promise<Found<PriceListDto>> {
    const before = await this.prices.get(tx, place);
    checkIfMatch(ifMatch, before, before.row);
    await this.prices.replace(tx, place, input);
    const after = await this.prices.get(tx, place);
    await auditPrices(tx, before.row, after.row);
    return after;
  }

  /** The first of the sources that shows prices, or the last. */
  private async propose(
    tx: Tx,
    sources: readonly (readonly [ProposalSource, SeenSeats])[],
  ): Promise<PriceProposalDto> {
    let proposal: PriceProposalDto | undefined;
    for (const [source, seats] of sources) {
      proposal = proposalOf(source, await this.prices.findSeen(tx, seats));
      if (proposal.currency !== null) break;
    }
    if (!proposal) throw new Error('A proposal has a source');
    return proposal;
  }
}

function proposalOf(source: ProposalSource, seen: readonly SeenPrices[]): PriceProposalDto {
  const seats = new Map<string, number>();
  for (const each of seen) seats.set(each.currency, (seats.get(each.currency) ?? 0) + each.seats);
  const [main, ...others] = [...seats].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  const currency = main?.[0] ?? null;
  return {
    source,
    currency,
    ranges: seen
      .filter((each) => each.currency === currency)
      .slice(0, MAX_PROPOSED)
      .map(({ currency: _, ...range }) => range)
      .sort((a, b) => compareLabels(a.area, b.area)),
    other_currencies: others.map(([code, count]) => ({ currency: code, seats: count })),
  };
}

/** @throws 400 that names the amounts and ranges that are wrong */
function checkList({ currency, ranges, ...fees }: PriceListInput): void {
  const amounts: [string, number][] = [
    ...Object.entries(fees),
    ...ranges.flatMap(({ min, max }, at): [string, number][] => [
      [`ranges.${at}.min`, min],
      [`ranges.${at}.max`, max],
    ]),
  ];
  for (const [field, amount] of amounts) requireExactAmount(field, amount, currency);
  const errors: FieldError[] = amounts
    .filter(([, amount]) => toMinor(amount, currency) > MAX_MINOR)
    .map(([field]) => ({ field, message: `${field} is too large`, code: 'TOO_LARGE' }));
  const named = new Set<string>();
  ranges.forEach(({ level, area, min, max }, at) => {
    if (max < min)
      errors.push({
        field: `ranges.${at}.max`,
        message: `ranges.${at}.max must be at least ${min}`,
        code: 'TOO_SMALL',
        params: { min },
      });
    const name = JSON.stringify([level, area]);
    if (named.has(name))
      errors.push({
        field: `ranges.${at}.area`,
        message: `ranges.${at} names the level and area of another range`,
        code: 'REPEATED',
      });
    named.add(name);
  });
  if (errors.length > 0) throw invalid(errors);
}

const audited = ({ currency, fee_per_seat, fee_per_order, ranges }: PriceListDto) =>
  ranges.length === 0 ? null : { currency, fee_per_seat, fee_per_order, ranges };

const auditPrices = (tx: Tx, before: PriceListDto, after: PriceListDto): Promise<void> =>
  audit(tx, {
    action: after.event_id === null ? 'site.prices' : 'event.prices',
    entity: after.event_id === null ? 'site' : 'event',
    entity_id: after.event_id ?? after.site_id,
    realm_id: tx.scope.kind === 'realm' ? tx.scope.realmId : null,
    before: audited(before),
    after: audited(after),
  });
