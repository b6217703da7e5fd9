import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LoginsModule } from '../logins/logins.module';
import { SitesModule } from '../sites/sites.module';
import { QueueLink } from './link.entity';
import { QueueLinkTask } from './link-task.entity';
import { QueueLinkStep } from './link-step.entity';
import { LinksController } from './links.controller';
import { LinksService } from './links.service';

@Module({
  imports: [TypeOrmModule.forFeature([QueueLink, QueueLinkStep, QueueLinkTask]), SitesModule, LoginsModule],
  controllers: [LinksController],
  providers: [LinksService],
})
export class LinksModule {}
