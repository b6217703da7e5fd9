import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth';
import { MeController } from './me.controller';
import { MeService } from './me.service';
import { Preferences } from './preferences.entity';
import { PreferencesRepository } from './preferences.repository';

@Module({
  imports: [AuthModule, TypeOrmModule.forFeature([Preferences])],
  controllers: [MeController],
  providers: [MeService, PreferencesRepository],
})
export class MeModule {}
