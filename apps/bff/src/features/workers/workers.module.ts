import { Module } from '@nestjs/common';
import { CartsModule } from '../carts';
import { NotificationsModule } from '../notifications/notifications.module';
import { TasksModule } from '../tasks';
import { LeaseContents } from './lease-contents';
import { LeaseReports } from './lease-reports.service';
import { LeaseSeats } from './lease-seats.service';
import { Leasing } from './leasing.service';
import { ProtocolController } from './protocol.controller';
import { Settling } from './settling.service';
import { Sweeper } from './sweeper';
import { Sweeps } from './sweeps';
import { TimedNotices } from './timed-notices';
import { WorkersController } from './workers.controller';
import { WorkersService } from './workers.service';

/** Workers: their protocol, their tokens, and what happens when one is lost. */
@Module({
  imports: [TasksModule, CartsModule, NotificationsModule],
  controllers: [ProtocolController, WorkersController],
  providers: [
    Leasing,
    LeaseContents,
    LeaseReports,
    LeaseSeats,
    Settling,
    WorkersService,
    Sweeps,
    TimedNotices,
    Sweeper,
  ],
})
export class WorkersModule {}
