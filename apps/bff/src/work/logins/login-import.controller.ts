import { Body, Controller, Get, Header, Post, Query } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes, ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { IdParam } from '../../platform/http/parameters';
import { Returns } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { LoginImportDto, LoginImportQuery } from './login-import.dto';
import { LoginImportService } from './login-import.service';

/** Imports of logins from CSV files. */
@ApiTags('logins')
@Controller('sites/:siteId/logins')
export class LoginImportsController {
  constructor(private readonly imports: LoginImportService) {}

  @Get('import/sample')
  @ApiOperation({
    summary: 'Download a sample import file',
    description: 'It can be imported as it is, and contains every field that a file may set.',
  })
  @Permit('write')
  @Header('Content-Type', 'text/csv; charset=utf-8; header=present')
  @Header('Content-Disposition', 'attachment; filename="logins-sample.csv"')
  @ApiProduces('text/csv')
  @ApiResponse({
    status: 200,
    content: {
      'text/csv': {
        schema: {
          type: 'string',
          example: 'email,name,seats_to_set\r\nann@example.com,Ann Example,2\r\nbo@example.com,,\r\n',
        },
      },
    },
  })
  sample(@CurrentScope() scope: Scope, @IdParam('siteId') siteId: number): Promise<string> {
    return this.imports.sample(scope, siteId);
  }

  @Post('import')
  @ApiOperation({
    summary: 'Import logins from CSV',
    description:
      'Imports all rows or none; with `skip_invalid`, the rows without an error. The header names fields of a login and must contain `email`. Secrets are stored and never returned.',
  })
  @Permit('write')
  @ApiConsumes('text/csv')
  @RouteConfig({ acceptsCsv: true })
  @ApiBody({
    schema: { type: 'string', example: 'email,name,seats_to_set\r\nbuyer@quayside.example,Buyer,2\r\n' },
  })
  @Returns(LoginImportDto)
  create(
    @CurrentScope() scope: Scope,
    @IdParam('siteId') siteId: number,
    @Body() csv: unknown,
    @Query() query: LoginImportQuery,
  ): Promise<LoginImportDto> {
    return this.imports.import(scope, siteId, csv, query);
  }
}
