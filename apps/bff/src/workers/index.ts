/** What other areas may use of workers. */
export { LeaseDto } from './protocol.dto';
export { WorkersModule } from './workers.module';
