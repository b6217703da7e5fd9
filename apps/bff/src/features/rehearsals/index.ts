/** What other features may use of rehearsals. */
export { RehearsalSweeper } from './rehearsal-sweeper';
export type { RehearsalDto } from './rehearsals.dto';
export { RehearsalsModule } from './rehearsals.module';
