import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { authInvitation, toApiError } from '@tessera/api';
import { Alert, describeError, ErrorAlert } from '@tessera/ui';
import { useTexts } from '../texts';
import { useSessionTexts } from './texts';

export interface InvitationNoticeProps {
  token: string;
  /** Called for an invitation that is bound to one e-mail address. */
  onEmail: (email: string) => void;
}

/** Shows who invites, to which realm and with which role, or that the invitation is no longer valid. */
export function InvitationNotice({ token, onEmail }: InvitationNoticeProps) {
  const t = useSessionTexts();
  const roles = useTexts();
  const { data: offer, error } = useQuery({
    queryKey: ['invitation-offer', token],
    queryFn: async ({ signal }) => (await authInvitation({ body: { invitation_token: token }, signal })).data,
    staleTime: Infinity,
  });
  const fillIn = useEffectEvent(onEmail);
  const email = offer?.email;
  useEffect(() => {
    if (email) fillIn(email);
  }, [email]);
  if (error) {
    return toApiError(error).code === 'NOT_FOUND' ? (
      <Alert tone="warning">{t('register.invitationInvalid')}</Alert>
    ) : (
      <ErrorAlert error={describeError(error)} />
    );
  }
  if (!offer) return <Alert tone="info">{t('register.invited')}</Alert>;
  const facts = { inviter: offer.invited_by, role: roles(`profile.roles.${offer.role}`) };
  return (
    <Alert tone="info">
      {offer.realm_name === null
        ? t('register.invitedAs', facts)
        : t('register.invitedTo', { ...facts, realm: offer.realm_name })}
    </Alert>
  );
}
