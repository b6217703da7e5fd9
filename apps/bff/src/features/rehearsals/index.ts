/** What other features may use of rehearsals. */
export { RehearsalSweeper } from './rehearsal-sweeper';
export { RehearsalsModule } from './rehearsals.module';
