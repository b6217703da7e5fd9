import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LoginsModule } from '../logins';
import { PoolsModule } from '../pools';
import { SitesModule } from '../sites';
import { Template, TemplateLogin } from './template.entity';
import { TemplatesController } from './templates.controller';
import { TemplatesRepository } from './templates.repository';
import { TemplatesService } from './templates.service';

/** Templates, which jobs are launched from. */
@Module({
  imports: [TypeOrmModule.forFeature([Template, TemplateLogin]), SitesModule, LoginsModule, PoolsModule],
  controllers: [TemplatesController],
  providers: [TemplatesService, TemplatesRepository],
  exports: [TemplatesService],
})
export class TemplatesModule {}
