/** What other features may use of seats. */
export { SeatsModule } from './seats.module';
