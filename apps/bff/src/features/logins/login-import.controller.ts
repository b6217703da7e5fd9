import { Body, Controller, Post, Query } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { Answers } from '../../platform/http/answers';
import { IdParam } from '../../platform/http/parameters';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { LoginImportDto, LoginImportQuery } from './login-import.dto';
import { LoginImportService } from './login-import.service';

/** Many logins at once, from a CSV file. */
@ApiTags('logins')
@Controller('sites/:siteId/logins')
export class LoginImportsController {
  constructor(private readonly imports: LoginImportService) {}

  /** All rows or none. The header names fields of a login, `email` among them; secrets are taken and never answered. */
  @Post('import')
  @Permit('write')
  @ApiConsumes('text/csv')
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
