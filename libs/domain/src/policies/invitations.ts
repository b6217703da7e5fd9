/** Whether an invitation can be revoked: all other states are final. */
export const mayRevokeInvitation = ({ status }: { status: string }): boolean => status === 'pending';
