import { Controller, Get, HttpCode, Post, Query, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeEndpoint, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Permit, Public } from '../../platform/access/permit';
import { Lists } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { CspReportDto, CspReportsQuery } from './csp-reports.dto';
import { CspReportsService } from './csp-reports.service';

/** Violations of the content security policy that browsers report. */
@ApiTags('security')
@Controller('csp-reports')
export class CspReportsController {
  constructor(private readonly reports: CspReportsService) {}

  @Get()
  @ApiOperation({
    summary: 'List violations of the content security policy',
    description: 'As browsers reported them in the last 30 days, counted, without personal data.',
  })
  @Permit('admin', 'all')
  @Lists(CspReportDto)
  list(@CurrentScope() scope: Scope, @Query() query: CspReportsQuery) {
    return this.reports.list(scope, query);
  }

  /** Browsers alone send these, by themselves: without a session, and in media types of their own. */
  @Post()
  @ApiExcludeEndpoint()
  @Public()
  @RouteConfig({ acceptsReports: true })
  @HttpCode(204)
  receive(@Req() { body, ip, hostname }: FastifyRequest): void {
    this.reports.receive(body, { address: ip, host: hostname });
  }
}
