import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { PermitAct } from '../../platform/access/permit';
import { Transactions } from '../../platform/database/transactions';
import { IdParam } from '../../platform/http/parameters';
import { Lists, Returns } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { TicketSumsDto } from '../tickets/tickets.dto';
import { LedgerLine, LedgerQuery } from './ledger.dto';
import { LedgerRepository } from './ledger.repository';

/** The purchase ledger: owners read their realm's purchases, administrators all. */
@ApiTags('tickets')
@Controller('ledger')
export class LedgerController {
  constructor(
    private readonly transactions: Transactions,
    private readonly ledger: LedgerRepository,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List purchases with customer and buyer, newest first' })
  @PermitAct('readLedger')
  @Lists(LedgerLine)
  list(@CurrentScope() scope: Scope, @Query() query: LedgerQuery) {
    return this.transactions.readAllowingLag(scope, (tx) => this.ledger.list(tx, query));
  }

  @Get('sums')
  @ApiOperation({
    summary: 'Sum purchases by currency and event, with the filters of their list',
    description: 'Reversed records are false, so they are summed only where they are asked for.',
  })
  @PermitAct('readLedger')
  @Returns(TicketSumsDto)
  sums(@CurrentScope() scope: Scope, @Query() query: LedgerQuery): Promise<TicketSumsDto> {
    return this.transactions.readAllowingLag(scope, (tx) => this.ledger.sums(tx, query));
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get a purchase with its customer and buyer' })
  @PermitAct('readLedger')
  @Returns(LedgerLine, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.transactions.read(scope, (tx) => this.ledger.get(tx, id));
  }
}
