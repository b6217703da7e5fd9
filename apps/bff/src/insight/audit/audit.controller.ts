import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { PermitAct } from '../../platform/access/permit';
import { Transactions } from '../../platform/database/transactions';
import { readPagination } from '../../platform/http/list-query';
import { IdParam } from '../../platform/http/parameters';
import { Lists, Returns } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { AuditDto, AuditListQuery } from './audit.dto';
import { AuditRepository, auditSorts } from './audit.repository';

/** The audit log, which is read-only: administrators read it whole, a realm's people with the duty its own entries. */
@ApiTags('audit')
@Controller('audit')
export class AuditController {
  constructor(
    private readonly transactions: Transactions,
    private readonly entries: AuditRepository,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List audit entries, newest first' })
  @PermitAct('readAudit')
  @Lists(AuditDto)
  list(@CurrentScope() scope: Scope, @Query() query: AuditListQuery) {
    const pagination = readPagination(query, auditSorts, '-at', 'a.id');
    return this.transactions.readAllowingLag(readable(scope), async (tx) => ({
      pagination,
      page: await this.entries.list(tx, query, pagination, realmOf(scope)),
    }));
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get an audit entry' })
  @PermitAct('readAudit')
  @Returns(AuditDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.transactions.read(readable(scope), (tx) => this.entries.read(tx, id, realmOf(scope)));
  }
}

/** The rehearsal's realm within a rehearsal, whose entries alone are read there; null outside. */
const realmOf = (scope: Scope): number | null => (scope.kind === 'realm' ? scope.realmId : null);

/** Within a rehearsal administrators read all that entries name; everybody else reads as their realm. */
const readable = (scope: Scope): Scope =>
  scope.kind === 'realm' && scope.actor.role === 'admin' ? { kind: 'all', actor: scope.actor } : scope;
