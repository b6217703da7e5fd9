import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LoginsModule } from '../logins';
import { PoolsModule } from '../pools';
import { SitesModule } from '../sites';
import { Template, TemplateLogin } from './template.entity';
import { TemplatesController } from './templates.controller';
import { TemplatesService } from './templates.service';

@Module({
  imports: [TypeOrmModule.forFeature([Template, TemplateLogin]), SitesModule, LoginsModule, PoolsModule],
  controllers: [TemplatesController],
  providers: [TemplatesService],
})
export class TemplatesModule {}
