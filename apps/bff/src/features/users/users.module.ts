import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { BulkModule } from '../bulk';
import { CalendarModule } from '../calendar';
import { InvitationsModule } from '../invitations';
import { ModulesModule } from '../modules';
import { NotificationsModule } from '../notifications';
import { SavedViewsModule } from '../saved-views';
import { WorkersModule } from '../workers';
import { GrantRevocation } from './grant-revocation';
import { UsersController } from './users.controller';
import { UsersRepository } from './users.repository';
import { UsersService } from './users.service';

@Module({
  imports: [
    AuthModule,
    BulkModule,
    CalendarModule,
    InvitationsModule,
    ModulesModule,
    NotificationsModule,
    SavedViewsModule,
    WorkersModule,
  ],
  controllers: [UsersController],
  providers: [GrantRevocation, UsersRepository, UsersService],
  exports: [UsersService],
})
export class UsersModule {}
