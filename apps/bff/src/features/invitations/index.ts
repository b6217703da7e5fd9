/** What other features may use of invitations. */
export { InvitationOfferDto } from './invitations.dto';
export { InvitationsModule } from './invitations.module';
export { InvitationsRepository } from './invitations.repository';
