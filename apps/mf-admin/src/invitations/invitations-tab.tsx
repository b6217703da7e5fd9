import { useQuery } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { type InvitationDto, type NewInvitationDto, useListBackend, useMayWrite } from '@tessera/api';
import type { Column } from '@tessera/data-table';
import { ListPage, toListProps, useListState } from '@tessera/data-table/list-page';
import { mayRevokeInvitation } from '@tessera/domain';
import { useSearchParams } from '@tessera/federation/router';
import { Instant, stateOptions, StatusChip, useAction } from '@tessera/ui';
import { SecretDialog } from '@tessera/ui/forms';
import { createRoleFilter } from '../accounts/account-filters';
import { dutiesText } from '../accounts/duties-text';
import { createStatusFilter } from '../lookups/filters';
import { type AdminTexts, useTexts } from '../texts';
import { invitationLink, invitationsQuery, useRevokeInvitation } from './invitations.api';
import { InviteForm } from './invite-form';

const createColumns = (t: AdminTexts): Column<InvitationDto>[] => [
  {
    id: 'email',
    header: t('words.email'),
    fixed: true,
    strong: true,
    minWidth: 180,
    cell: ({ email }) => email ?? t('people.anyone'),
  },
  { id: 'role', header: t('people.role'), width: 112, cell: ({ role }) => t(`people.roles.${role}`) },
  {
    id: 'duties',
    header: t('duties.title'),
    minWidth: 120,
    hidden: true,
    quiet: true,
    cell: (invitation) => dutiesText(t, invitation),
  },
  {
    id: 'realm',
    header: t('words.realm'),
    hidden: 'tight',
    quiet: true,
    cell: ({ realm_name }) => realm_name ?? '–',
  },
  {
    id: 'status',
    header: t('words.status'),
    width: 112,
    cell: ({ status }) => <StatusChip of="invitation" state={status} />,
  },
  {
    id: 'by',
    header: t('people.invitedBy'),
    minWidth: 170,
    quiet: true,
    cell: ({ invited_by }) => invited_by ?? '–',
  },
  {
    id: 'expires',
    header: t('people.expires'),
    width: 140,
    quiet: true,
    cell: ({ expires_at }) => <Instant value={expires_at} />,
  },
];

/** The invitations with their status. */
export function InvitationsTab({
  isAdding,
  onAdded,
  createButton,
}: {
  isAdding: boolean;
  onAdded: () => void;
  createButton: ReactNode;
}) {
  const t = useTexts();
  const { confirmAndRun } = useAction();
  const [createdInvitation, setCreatedInvitation] = useState<NewInvitationDto | null>(null);
  const { mutateAsync: revoke } = useRevokeInvitation();
  const filters = useMemo(
    () => [createRoleFilter(t), createStatusFilter(t, stateOptions('invitation'))],
    [t],
  );
  const state = useListState(useSearchParams(), { filters, sort: '-created_at' });
  const invitations = useQuery(invitationsQuery(state.query));
  const columns = useMemo(() => createColumns(t), [t]);
  const mayWrite = useMayWrite();
  const disabledReason = (invitation: InvitationDto): string | undefined => {
    if (!mayWrite) return t('words.needsWrite');
    return mayRevokeInvitation(invitation) ? undefined : t('people.notPending');
  };
  const nameOf = ({ email }: InvitationDto) => email ?? t('people.anyone');
  const askRevoke = async (invitation: InvitationDto) => {
    const question = {
      title: t('people.revokeTitle', { name: nameOf(invitation) }),
      body: t('people.revokeBody'),
      confirmLabel: t('people.revoke'),
      danger: true,
    };
    await confirmAndRun(question, () => revoke(invitation.id), t('people.revokeDone'));
  };
  return (
    <>
      <ListPage<InvitationDto>
        noun={t('people.invitationsNoun')}
        state={state}
        columns={columns}
        {...toListProps(invitations)}
        filters={filters}
        backend={useListBackend('invitations', '/api/invitations', state.query)}
        searchPlaceholder={t('words.email')}
        empty={{ sentence: t('people.invitationsEmpty'), action: createButton }}
        keyOf={({ id }) => id}
        nameOf={nameOf}
        rowMenu={(invitation) => {
          const disabled = disabledReason(invitation);
          return [
            {
              label: t('people.revoke'),
              icon: Ban,
              danger: true,
              onSelect: () => void askRevoke(invitation),
              disabled,
            },
          ];
        }}
        narrow={(invitation) => ({
          title: nameOf(invitation),
          status: <StatusChip of="invitation" state={invitation.status} />,
          second: t(`people.roles.${invitation.role}`),
          third: invitation.realm_name ?? '–',
          end: <Instant value={invitation.expires_at} />,
        })}
      />
      {isAdding ? <InviteForm onCreated={setCreatedInvitation} onClose={onAdded} /> : null}
      {createdInvitation ? (
        <SecretDialog
          title={t('people.linkTitle')}
          warning={linkWarning(t, createdInvitation)}
          secret={invitationLink(createdInvitation.token)}
          copyLabel={t('people.copyLink')}
          copied={t('people.linkCopied')}
          doneLabel={t('people.done')}
          onClose={() => setCreatedInvitation(null)}
        />
      ) : null}
    </>
  );
}

/** What to do with the link of a new invitation: the server may have sent it already. */
const linkWarning = (t: AdminTexts, { email, mailed }: NewInvitationDto): string => {
  if (email === null) return t('people.linkWarning');
  return mailed ? t('people.linkMailed', { email }) : t('people.linkNotMailed', { email });
};
