/** What other features may use of escalations. */
export { EscalationChecks } from './escalation-checks';
export { EscalationsModule } from './escalations.module';
