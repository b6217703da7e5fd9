/** What other features may use of users. */
export { type UserDto } from './users.dto';
export { UsersModule } from './users.module';
export { UsersService } from './users.service';
