import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CatalogueModule } from '../catalogue';
import { PurchasesModule } from '../purchases';
import { WorkModule } from '../work';
import { LeaseBuilder } from './lease-builder';
import { LeaseReportsRepository } from './lease-reports.repository';
import { LeaseReports } from './lease-reports.service';
import { LeaseSeatsRepository } from './lease-seats.repository';
import { LeaseSeats } from './lease-seats.service';
import { LeasesRepository } from './leases.repository';
import { Leasing } from './leasing.service';
import { LoginCheck } from './login-check.entity';
import { LoginCheckLeasesRepository } from './login-check-leases.repository';
import { LoginCheckLeases } from './login-check-leases.service';
import { ChosenLoginChecksController, LoginChecksController } from './login-checks.controller';
import { LoginChecksRepository } from './login-checks.repository';
import { LoginChecksService } from './login-checks.service';
import { LostLeases } from './lost-leases';
import { PaymentChecksRepository } from './payment-checks.repository';
import { PaymentChecks } from './payment-checks.service';
import { PendingCommandsRepository } from './pending-commands.repository';
import { ProtocolController } from './protocol.controller';
import { ValidTokensRepository } from './valid-tokens.repository';
import { PaymentCheck, Worker, WorkerToken } from './worker.entity';
import { WorkerTokens } from './worker-tokens';
import { WorkersController } from './workers.controller';
import { WorkersRepository, WorkerTokensRepository } from './workers.repository';
import { WorkersService } from './workers.service';

/** Workers: their protocol, their tokens, and what happens when one is lost. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Worker, WorkerToken, PaymentCheck, LoginCheck]),
    CatalogueModule,
    WorkModule,
    PurchasesModule,
  ],
  controllers: [ChosenLoginChecksController, LoginChecksController, ProtocolController, WorkersController],
  providers: [
    LeaseBuilder,
    LeaseReports,
    LeaseReportsRepository,
    LeaseSeats,
    LeaseSeatsRepository,
    LeasesRepository,
    Leasing,
    LoginCheckLeases,
    LoginCheckLeasesRepository,
    LoginChecksRepository,
    LoginChecksService,
    LostLeases,
    PaymentChecks,
    PaymentChecksRepository,
    PendingCommandsRepository,
    WorkerTokensRepository,
    ValidTokensRepository,
    WorkerTokens,
    WorkersRepository,
    WorkersService,
  ],
})
export class WorkersModule {}
