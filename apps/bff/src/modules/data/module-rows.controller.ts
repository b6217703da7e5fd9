import {
  applyDecorators,
  Body,
  Controller,
  createParamDecorator,
  Delete,
  type ExecutionContext,
  Get,
  Param,
  Post,
  Put,
  Query,
} from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { CurrentAccount } from '../../platform/access/caller';
import { AnySession, WorksWhenSuspended } from '../../platform/access/permit';
import type { Account } from '../../platform/auth/account';
import { ApiError, invalid } from '../../platform/errors/api-error';
import { IgnoresIdempotencyKey } from '../../platform/http/idempotency.interceptor';
import { IfMatch, IfNoneMatch } from '../../platform/http/parameters';
import {
  Creates,
  Empty,
  ErrorResponses,
  Lists,
  Returns,
  SupportsIfMatch,
} from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import {
  ModuleRowDto,
  ModuleRowInput,
  ModuleRowListQuery,
  RowsTokenDto,
  RowsTokenInput,
} from './module-rows.dto';
import type { RowKind } from './module-rows.repository';
import { ModuleRowsService } from './module-rows.service';
import { ModuleRowsAccess, type RowsCaller } from './module-rows-access';

const MODULE_TOKEN = 'x-module-token';

/** Any signed-in user may call with a token of the module; the entity's own permission is checked in the handler. */
const OwnRows = () =>
  applyDecorators(
    AnySession(),
    ApiParam({ name: 'module', type: String, example: 'mf-parking' }),
    ApiParam({ name: 'entity', type: String, example: 'note' }),
    ApiHeader({
      name: 'X-Module-Token',
      required: true,
      description: 'From `POST /module-data/{module}/token`; 403 MODULE_TOKEN_NEEDED without it',
    }),
    ErrorResponses(403),
  );

/** A controller parameter: the caller with the token of the module. */
const CurrentRowsCaller = createParamDecorator((_: unknown, context: ExecutionContext): RowsCaller => {
  const { caller, headers } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!caller?.account) throw new ApiError('UNAUTHORIZED', 'Unauthorized');
  const token = headers[MODULE_TOKEN];
  return {
    scope: caller.scope,
    account: caller.account,
    token: typeof token === 'string' ? token : undefined,
  };
});

const rowId = /^[A-Za-z0-9._-]{1,64}$/;

/** A controller parameter: the id of a row, which the module has chosen. */
const RowId = () =>
  Param('id', {
    transform(value: string): string {
      if (rowId.test(value)) return value;
      const message = 'id must have 1 to 64 letters, digits, dots, hyphens and underscores';
      throw invalid([{ field: 'id', message, code: 'INVALID' }]);
    },
  });

/** Rows that modules keep on the server, as their module.json declares them. */
@ApiTags('module-data')
@Controller('module-data/:module')
export class ModuleRowsController {
  constructor(
    private readonly rows: ModuleRowsService,
    private readonly access: ModuleRowsAccess,
  ) {}

  @Post('token')
  @ApiOperation({
    summary: "Get a token for a module's own rows",
    description:
      'For 15 minutes, this session and one realm. All modules run in one page: it stops mistakes and other programs, not a hostile module.',
  })
  @AnySession()
  @WorksWhenSuspended()
  @IgnoresIdempotencyKey()
  @Creates(RowsTokenDto)
  @ErrorResponses(403)
  token(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @Param('module') module: string,
    @Body() input: RowsTokenInput,
  ): Promise<RowsTokenDto> {
    return this.access.giveToken(scope, account, module, input);
  }

  @Get(':entity')
  @ApiOperation({
    summary: "List a module's rows",
    description: 'At most 200 at once; further ones by cursor.',
  })
  @OwnRows()
  @Lists(ModuleRowDto)
  list(@CurrentRowsCaller() caller: RowsCaller, @Param() kind: RowKind, @Query() query: ModuleRowListQuery) {
    return this.rows.list(caller, kind, query);
  }

  @Get(':entity/:id')
  @ApiOperation({ summary: "Get a module's row" })
  @OwnRows()
  @Returns(ModuleRowDto, { versioned: true })
  get(@CurrentRowsCaller() caller: RowsCaller, @Param() kind: RowKind, @RowId() id: string) {
    return this.rows.get(caller, { ...kind, id });
  }

  @Put(':entity/:id')
  @ApiOperation({
    summary: "Create or replace a module's row",
    description: 'A module keeps at most 100,000 rows in a realm.',
  })
  @OwnRows()
  @Returns(ModuleRowDto, { versioned: true })
  @SupportsIfMatch()
  @ApiHeader({
    name: 'If-None-Match',
    required: false,
    description: '`*`: only where there is no row yet; 412 STALE with the one that is there',
  })
  put(
    @CurrentRowsCaller() caller: RowsCaller,
    @Param() kind: RowKind,
    @RowId() id: string,
    @Body() input: ModuleRowInput,
    @IfMatch() ifMatch: string | undefined,
    @IfNoneMatch() ifNoneMatch: string | undefined,
  ) {
    return this.rows.put(caller, { ...kind, id }, input, { ifMatch, ifNoneMatch });
  }

  @Delete(':entity/:id')
  @ApiOperation({ summary: "Delete a module's row" })
  @OwnRows()
  @Empty()
  @SupportsIfMatch()
  remove(
    @CurrentRowsCaller() caller: RowsCaller,
    @Param() kind: RowKind,
    @RowId() id: string,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.rows.remove(caller, { ...kind, id }, ifMatch);
  }
}
