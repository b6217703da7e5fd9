import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { Returns, SupportsIfMatch } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { PriceListDto, PriceListInput, PriceProposalDto } from './prices.dto';
import { PricesService } from './prices.service';

/** Price lists of sites and events. */
@ApiTags('prices')
@Controller()
export class PricesController {
  constructor(private readonly prices: PricesService) {}

  @Get('sites/:id/prices')
  @ApiOperation({ summary: "Get a site's price list" })
  @Permit('read')
  @Returns(PriceListDto, { versioned: true })
  ofSite(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.prices.getOfSite(scope, id);
  }

  @Put('sites/:id/prices')
  @ApiOperation({ summary: "Replace a site's price list", description: 'Without ranges it is removed.' })
  @Permit('admin', 'all')
  @Returns(PriceListDto, { versioned: true })
  @SupportsIfMatch()
  replaceOfSite(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() input: PriceListInput,
    @IfMatch() ifMatch: string | undefined,
  ) {
    return this.prices.replaceOfSite(scope, id, input, ifMatch);
  }

  @Get('sites/:id/prices/proposal')
  @ApiOperation({ summary: "Propose a site's prices from the seats that workers saw" })
  @Permit('read')
  @Returns(PriceProposalDto)
  proposalOfSite(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<PriceProposalDto> {
    return this.prices.proposeForSite(scope, id);
  }

  @Get('events/:id/prices')
  @ApiOperation({
    summary: "Get an event's own price list",
    description: "Without ranges the site's prices apply.",
  })
  @Permit('read')
  @Returns(PriceListDto, { versioned: true })
  ofEvent(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.prices.getOfEvent(scope, id);
  }

  @Put('events/:id/prices')
  @ApiOperation({
    summary: "Replace an event's own price list",
    description: "Without ranges it is removed, and the site's prices apply.",
  })
  @Permit('write')
  @Returns(PriceListDto, { versioned: true })
  @SupportsIfMatch()
  replaceOfEvent(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() input: PriceListInput,
    @IfMatch() ifMatch: string | undefined,
  ) {
    return this.prices.replaceOfEvent(scope, id, input, ifMatch);
  }

  @Get('events/:id/prices/proposal')
  @ApiOperation({ summary: "Propose an event's prices from the seats that workers saw" })
  @Permit('read')
  @Returns(PriceProposalDto)
  proposalOfEvent(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<PriceProposalDto> {
    return this.prices.proposeForEvent(scope, id);
  }
}
