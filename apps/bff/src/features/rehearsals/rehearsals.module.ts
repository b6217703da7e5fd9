import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobsModule } from '../jobs';
import { LoginsModule } from '../logins';
import { TasksModule } from '../tasks';
import { TemplatesModule } from '../templates';
import { Rehearsal } from './rehearsal.entity';
import { RehearsalRealmRepository } from './rehearsal-realm.repository';
import { RehearsalStart } from './rehearsal-start.service';
import { RehearsalSweeper } from './rehearsal-sweeper';
import { RehearsalsController } from './rehearsals.controller';
import { RehearsalsRepository } from './rehearsals.repository';
import { RehearsalsService } from './rehearsals.service';

/** Rehearsals: plans that run at the sandbox, in a realm of their own. */
@Module({
  imports: [TypeOrmModule.forFeature([Rehearsal]), JobsModule, LoginsModule, TasksModule, TemplatesModule],
  controllers: [RehearsalsController],
  providers: [
    RehearsalsService,
    RehearsalStart,
    RehearsalsRepository,
    RehearsalRealmRepository,
    RehearsalSweeper,
  ],
})
export class RehearsalsModule {}
