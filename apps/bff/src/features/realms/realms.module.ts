import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BulkModule } from '../bulk';
import { Realm } from './realm.entity';
import { RealmsController } from './realms.controller';
import { RealmsRepository } from './realms.repository';
import { RealmsService } from './realms.service';

@Module({
  imports: [TypeOrmModule.forFeature([Realm]), BulkModule],
  controllers: [RealmsController],
  providers: [RealmsRepository, RealmsService],
})
export class RealmsModule {}
