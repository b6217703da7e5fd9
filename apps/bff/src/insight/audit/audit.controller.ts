import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { Answers, Lists } from '../../platform/http/answers';
import { IdParam } from '../../platform/http/parameters';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { AuditDto, AuditListQuery } from './audit.dto';
import { AuditService } from './audit.service';

/** The audit log, which is read-only. */
@ApiTags('audit')
@Controller('audit')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @ApiOperation({ summary: 'List audit entries, newest first' })
  @Permit('admin', 'all')
  @Lists(AuditDto)
  list(@CurrentScope() scope: Scope, @Query() query: AuditListQuery) {
    return this.audit.list(scope, query);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get an audit entry' })
  @Permit('admin', 'all')
  @Answers(AuditDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.audit.get(scope, id);
  }
}
