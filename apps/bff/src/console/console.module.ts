import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Live } from '../platform/live/live';
import { PurchasesModule } from '../purchases';
import { WorkModule } from '../work';
import { TaskBulkController } from './bulk/bulk.controller';
import { BulkRepository } from './bulk/bulk.repository';
import { BulkBatches, BulkWorker } from './bulk/bulk-batches';
import { BulkCommands } from './bulk/bulk-commands';
import { BulkEligibility } from './bulk/bulk-eligibility';
import { BulkOperation, BulkOperationItem } from './bulk/bulk-operation.entity';
import { BulkOperations } from './bulk/bulk-operations.service';
import { BulkTasks } from './bulk/bulk-tasks.service';
import { CspReport } from './csp-reports/csp-report.entity';
import { CspReportsController } from './csp-reports/csp-reports.controller';
import { CspReportsRepository } from './csp-reports/csp-reports.repository';
import { CspReportsService } from './csp-reports/csp-reports.service';
import { DemoRepository } from './demo/demo.repository';
import { DemoSeed } from './demo/demo-seed';
import { SavedView } from './saved-views/saved-view.entity';
import { SavedViewsController } from './saved-views/saved-views.controller';
import { SavedViewsRepository } from './saved-views/saved-views.repository';
import { SavedViewsService } from './saved-views/saved-views.service';

const bulk = [
  BulkBatches,
  BulkCommands,
  BulkEligibility,
  BulkOperations,
  BulkRepository,
  BulkTasks,
  BulkWorker,
];
const savedViews = [SavedViewsRepository, SavedViewsService];
const cspReports = [CspReportsRepository, CspReportsService];
const demo = [DemoRepository, DemoSeed];

/** What serves the pages themselves: bulk operations, saved views, reports of browsers, and the demo realm. */
@Module({
  imports: [
    TypeOrmModule.forFeature([BulkOperation, BulkOperationItem, SavedView, CspReport]),
    WorkModule,
    PurchasesModule,
  ],
  controllers: [TaskBulkController, SavedViewsController, CspReportsController],
  providers: [...bulk, ...savedViews, ...cspReports, ...demo],
})
export class ConsoleModule {
  constructor(live: Live, bulks: BulkRepository) {
    live.projection('bulk', (tx, ids) => bulks.readLive(tx, ids), { personal: true });
  }
}
