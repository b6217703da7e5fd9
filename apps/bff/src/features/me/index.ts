/** What other features may use of me. */
export { OwnSessionDto } from './me.dto';
export { MeModule } from './me.module';
