import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventsModule } from '../events';
import { UsersModule } from '../users';
import { IdentitiesController } from './identities.controller';
import { IdentitiesRepository } from './identities.repository';
import { IdentitiesService } from './identities.service';
import { IdentityMatch } from './identity-match.entity';

/** Rows that turned out to be of one customer, event or person. */
@Module({
  imports: [TypeOrmModule.forFeature([IdentityMatch]), EventsModule, UsersModule],
  controllers: [IdentitiesController],
  providers: [IdentitiesRepository, IdentitiesService],
})
export class IdentitiesModule {}
