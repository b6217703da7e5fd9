import { Body, Controller, Get, Header, Post, Query } from '@nestjs/common';
import { ApiBody, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { Answers } from '../../platform/http/answers';
import { TakesCsv } from '../../platform/http/body-types';
import { IdParam } from '../../platform/http/parameters';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { LoginImportDto, LoginImportQuery } from './login-import.dto';
import { LoginImportService } from './login-import.service';

/** Many logins at once, from a CSV file. */
@ApiTags('logins')
@Controller('sites/:siteId/logins')
export class LoginImportsController {
  constructor(private readonly imports: LoginImportService) {}

  /** A file that can be imported, with every field that a file may set. */
  @Get('import/sample')
  @Permit('write')
  @Header('Content-Type', 'text/csv; charset=utf-8; header=present')
  @Header('Content-Disposition', 'attachment; filename="logins-sample.csv"')
  @ApiProduces('text/csv')
  @ApiResponse({ status: 200, content: { 'text/csv': { schema: { type: 'string' } } } })
  sample(@CurrentScope() scope: Scope, @IdParam('siteId') siteId: number): Promise<string> {
    return this.imports.sample(scope, siteId);
  }

  /** All rows or none, or with `skip_invalid` those without an error. The header names fields of a login, `email` among them; secrets are taken and never answered. */
  @Post('import')
  @Permit('write')
  @TakesCsv()
  @ApiBody({ schema: { type: 'string' } })
  @Answers(LoginImportDto)
  create(
    @CurrentScope() scope: Scope,
    @IdParam('siteId') siteId: number,
    @Body() csv: unknown,
    @Query() query: LoginImportQuery,
  ): Promise<LoginImportDto> {
    return this.imports.import(scope, siteId, csv, query);
  }
}
