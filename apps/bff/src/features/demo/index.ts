/** What other features may use of demo. */
export { DemoModule } from './demo.module';
