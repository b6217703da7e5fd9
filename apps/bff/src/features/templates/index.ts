/** What other features may use of templates. */
export { TemplatesModule } from './templates.module';
export { TemplatesService } from './templates.service';
