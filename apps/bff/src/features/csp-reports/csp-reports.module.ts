import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CspReport } from './csp-report.entity';
import { CspReportsController } from './csp-reports.controller';
import { CspReportsRepository } from './csp-reports.repository';
import { CspReportsService } from './csp-reports.service';

/** Violations of the content security policy. */
@Module({
  imports: [TypeOrmModule.forFeature([CspReport])],
  controllers: [CspReportsController],
  providers: [CspReportsRepository, CspReportsService],
})
export class CspReportsModule {}
