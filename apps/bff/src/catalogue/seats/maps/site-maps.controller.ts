import { Body, Controller, Delete, Get, Header, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../../platform/access/permit';
import { IdParam, IfMatch } from '../../../platform/http/parameters';
import { Empty, Lists, Returns, SupportsIfMatch } from '../../../platform/http/responses';
import { CurrentScope, type Scope } from '../../../platform/realm-scope/scope';
import { SiteMapDto, SiteMapInput, SiteMapPreviewDto, SiteMapQuery } from './site-maps.dto';
import { SiteMapsService } from './site-maps.service';

/** Maps of ticketing sites. */
@ApiTags('seats')
@Controller('sites/:id')
export class SiteMapsController {
  constructor(private readonly maps: SiteMapsService) {}

  @Get('maps')
  @ApiOperation({ summary: "List a site's maps" })
  @Permit('read')
  @Lists(SiteMapDto)
  list(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.maps.list(scope, id);
  }

  @Get('map')
  @ApiOperation({
    summary: "Get the drawing of a site's map",
    description: 'A sanitized SVG, in which `data-area` names the shapes of an area by its key.',
  })
  @Permit('read')
  @Header('Content-Type', 'image/svg+xml; charset=utf-8')
  @Header('Content-Security-Policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
  @Header('Content-Disposition', 'attachment; filename="site-map.svg"')
  @ApiProduces('image/svg+xml')
  @ApiResponse({ status: 200, content: { 'image/svg+xml': { schema: { type: 'string' } } } })
  readSvg(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Query() { event_id }: SiteMapQuery,
  ): Promise<string> {
    return this.maps.readSvg(scope, id, event_id ?? null);
  }

  @Post('map/preview')
  @ApiOperation({ summary: 'Preview a map: the sanitized drawing, and the areas that it shows' })
  @Permit('admin', 'all')
  @Returns(SiteMapPreviewDto)
  preview(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() input: SiteMapInput,
  ): Promise<SiteMapPreviewDto> {
    return this.maps.preview(scope, id, input);
  }

  @Put('map')
  @ApiOperation({
    summary: "Upload a site's map, or that of one of its events",
    description: 'Only shapes and texts are kept: no scripts, styles, images, links or addresses.',
  })
  @Permit('admin', 'all')
  @Returns(SiteMapDto, { versioned: true })
  @SupportsIfMatch()
  put(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() input: SiteMapInput,
    @IfMatch() ifMatch: string | undefined,
  ) {
    return this.maps.put(scope, id, input, ifMatch);
  }

  @Delete('map')
  @ApiOperation({ summary: "Delete a site's map, or that of one of its events" })
  @Permit('admin', 'all')
  @Empty()
  @SupportsIfMatch()
  remove(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Query() { event_id }: SiteMapQuery,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.maps.remove(scope, id, event_id ?? null, ifMatch);
  }
}
