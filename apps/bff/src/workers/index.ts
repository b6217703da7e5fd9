/** What other areas may use of workers. */
export { WorkersModule } from './workers.module';
export { LeaseDto } from './protocol.dto';
