/** What other features may use of impact. */
export { ImpactModule } from './impact.module';
