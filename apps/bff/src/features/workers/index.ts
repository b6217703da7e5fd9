/** What other features may use of workers. */
export { type LeaseDto } from './protocol.dto';
export { Sweeper } from './sweeper';
export { Sweeps } from './sweeps';
export { WorkersModule } from './workers.module';
export { WorkerTokensRepository } from './workers.repository';
