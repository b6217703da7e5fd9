import { Body, Controller, Param, ParseUUIDPipe, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentWorker, type WorkerIdentity } from '../platform/access/caller';
import { WorkerAuth } from '../platform/access/permit';
import { CloseSignal } from '../platform/http/parameters';
import { Empty, Returns } from '../platform/http/responses';
import { CurrentScope, type Scope } from '../platform/realm-scope/scope';
import { LeaseReports } from './lease-reports.service';
import { LeaseSeats } from './lease-seats.service';
import { Leasing } from './leasing.service';
import { LoginCheckLeases } from './login-check-leases.service';
import { PaymentChecks } from './payment-checks.service';
import {
  CheckedDto,
  FailAnswer,
  FailDto,
  HeartbeatAnswer,
  HoldAnswer,
  HoldDto,
  LeaseAnswer,
  LeaseRequestDto,
  PurchaseAnswer,
  PurchaseDto,
  ReleaseDto,
  ReportDto,
  SettleDto,
  TaskAnswer,
} from './protocol.dto';

const LeaseId = () => Param('leaseId', new ParseUUIDPipe());

/** The worker protocol. Every write names its lease and is 409 when that is no longer current. */
@ApiTags('worker protocol')
@Controller('worker/v1')
export class ProtocolController {
  constructor(
    private readonly leasing: Leasing,
    private readonly reports: LeaseReports,
    private readonly leaseSeats: LeaseSeats,
    private readonly settling: PaymentChecks,
    private readonly loginChecks: LoginCheckLeases,
  ) {}

  @Post('lease')
  @ApiOperation({
    summary: 'Lease tasks',
    description: 'With `wait_s`, waits until a task or a command is available.',
  })
  @WorkerAuth()
  @Returns(LeaseAnswer)
  lease(
    @CurrentScope() scope: Scope,
    @CurrentWorker() worker: WorkerIdentity,
    @Body() body: LeaseRequestDto,
    @CloseSignal() closed: AbortSignal,
  ): Promise<LeaseAnswer> {
    return this.leasing.lease(scope, worker, body, closed);
  }

  @Post('leases/:leaseId/heartbeat')
  @ApiOperation({ summary: 'Extend a lease and get pending commands' })
  @WorkerAuth()
  @Returns(HeartbeatAnswer)
  heartbeat(
    @CurrentScope() scope: Scope,
    @CurrentWorker() worker: WorkerIdentity,
    @LeaseId() leaseId: string,
  ) {
    return this.reports.heartbeat(scope, worker, leaseId);
  }

  @Post('leases/:leaseId/report')
  @ApiOperation({ summary: 'Report the progress of a leased task' })
  @WorkerAuth()
  @Returns(TaskAnswer)
  report(
    @CurrentScope() scope: Scope,
    @CurrentWorker() worker: WorkerIdentity,
    @LeaseId() leaseId: string,
    @Body() body: ReportDto,
  ): Promise<TaskAnswer> {
    return this.reports.report(scope, worker, leaseId, body);
  }

  @Post('leases/:leaseId/hold')
  @ApiOperation({ summary: 'Report held seats' })
  @WorkerAuth()
  @Returns(HoldAnswer)
  hold(
    @CurrentScope() scope: Scope,
    @CurrentWorker() worker: WorkerIdentity,
    @LeaseId() leaseId: string,
    @Body() body: HoldDto,
  ): Promise<HoldAnswer> {
    return this.leaseSeats.hold(scope, worker, leaseId, body);
  }

  @Post('leases/:leaseId/purchase')
  @ApiOperation({ summary: 'Report purchased seats' })
  @WorkerAuth()
  @Returns(PurchaseAnswer)
  purchase(
    @CurrentScope() scope: Scope,
    @CurrentWorker() worker: WorkerIdentity,
    @LeaseId() leaseId: string,
    @Body() body: PurchaseDto,
  ): Promise<PurchaseAnswer> {
    return this.leaseSeats.purchase(scope, worker, leaseId, body);
  }

  @Post('leases/:leaseId/fail')
  @ApiOperation({ summary: 'Report that a leased task failed' })
  @WorkerAuth()
  @Returns(FailAnswer)
  fail(
    @CurrentScope() scope: Scope,
    @CurrentWorker() worker: WorkerIdentity,
    @LeaseId() leaseId: string,
    @Body() body: FailDto,
  ): Promise<FailAnswer> {
    return this.reports.fail(scope, worker, leaseId, body);
  }

  @Post('leases/:leaseId/release')
  @ApiOperation({ summary: 'Release a lease' })
  @WorkerAuth()
  @Empty()
  release(
    @CurrentScope() scope: Scope,
    @CurrentWorker() worker: WorkerIdentity,
    @LeaseId() leaseId: string,
    @Body() body: ReleaseDto,
  ) {
    return this.reports.release(scope, worker, leaseId, body);
  }

  @Post('leases/:leaseId/settle')
  @ApiOperation({ summary: "Report the site's answer about a finished task's order" })
  @WorkerAuth()
  @Returns(PurchaseAnswer)
  settle(
    @CurrentScope() scope: Scope,
    @CurrentWorker() worker: WorkerIdentity,
    @LeaseId() leaseId: string,
    @Body() body: SettleDto,
  ): Promise<PurchaseAnswer> {
    return this.settling.settle(scope, worker, leaseId, body);
  }

  @Post('leases/:leaseId/checked')
  @ApiOperation({
    summary: 'Report what came of signing in with a checked login',
    description: 'A repeated call answers the same.',
  })
  @WorkerAuth()
  @Empty()
  checked(
    @CurrentScope() scope: Scope,
    @CurrentWorker() worker: WorkerIdentity,
    @LeaseId() leaseId: string,
    @Body() body: CheckedDto,
  ): Promise<void> {
    return this.loginChecks.finish(scope, worker, leaseId, body);
  }
}
