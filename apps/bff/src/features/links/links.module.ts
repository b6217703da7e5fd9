import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LoginsModule } from '../logins';
import { SitesModule } from '../sites';
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
