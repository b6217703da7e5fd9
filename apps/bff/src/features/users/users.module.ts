import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InvitationsModule } from '../invitations';
import { NotificationsModule } from '../notifications';
import { GrantRevocation } from './grant-revocation';
import { User } from './user.entity';
import { UsersController } from './users.controller';
import { UsersRepository } from './users.repository';
import { UsersService } from './users.service';

@Module({
  imports: [InvitationsModule, NotificationsModule, TypeOrmModule.forFeature([User])],
  controllers: [UsersController],
  providers: [GrantRevocation, UsersRepository, UsersService],
})
export class UsersModule {}
