/** What other features may use of modules. */
export { ModulesModule } from './modules.module';
export { PublishersRepository } from './publishing/publishers.repository';
