import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BulkModule } from '../bulk';
import { Realm } from './realm.entity';
import { RealmsController } from './realms.controller';
import { RealmsService } from './realms.service';

@Module({
  imports: [TypeOrmModule.forFeature([Realm]), BulkModule],
  controllers: [RealmsController],
  providers: [RealmsService],
})
export class RealmsModule {}
