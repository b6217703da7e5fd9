import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Backup } from './backup.entity';

/** The record of backups, which metrics and checks read. */
@Module({ imports: [TypeOrmModule.forFeature([Backup])] })
export class BackupsModule {}
