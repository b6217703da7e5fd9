import { useQueryClient } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { keysOf, passwordResetCreateLink, type UserDto } from '@tessera/api';
import type { RowAction } from '@tessera/data-table';
import { Instant, StatusChip, useAction } from '@tessera/ui';
import { SecretDialog } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { useTexts } from '../texts';

/** Password reset links: the row action that creates one and the dialog that shows it once. */
export function usePasswordResetLink(): {
  createAction: (user: UserDto, disabled?: { disabled: string }) => RowAction;
  dialog: ReactNode;
} {
  const t = useTexts();
  const client = useQueryClient();
  const { confirmAndRun } = useAction();
  const [link, setLink] = useState<string | null>(null);
  const createLink = async (user: UserDto) => {
    const question = {
      title: t('people.resetTitle', { email: user.email }),
      body: t('people.resetBody'),
      confirmLabel: t('people.createLink'),
    };
    await confirmAndRun(
      question,
      async () => {
        const { token } = (await passwordResetCreateLink({ path: { id: user.id } })).data;
        // Browsers don't send the fragment to servers, so the token isn't logged.
        setLink(new URL(`/auth/reset#token=${encodeURIComponent(token)}`, location.origin).href);
        await client.invalidateQueries({ queryKey: keysOf('users').all() });
      },
      null,
    );
  };
  return {
    createAction: (user, disabled) => ({
      label: t('people.resetLink'),
      icon: Link2,
      onSelect: () => void createLink(user),
      ...disabled,
    }),
    dialog: link ? (
      <SecretDialog
        title={t('people.resetLinkTitle')}
        warning={t('people.resetLinkWarning')}
        secret={link}
        copyLabel={t('people.copyLink')}
        copied={t('people.linkCopied')}
        doneLabel={t('people.done')}
        onClose={() => setLink(null)}
      />
    ) : null,
  };
}

/** A user's status and, if requested, when they asked for a password reset. */
export function AccountStatus({ user }: { user: UserDto }) {
  const t = useTexts();
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      <StatusChip of="account" state={user.status} />
      {user.reset_requested_at ? (
        <Box component="span" sx={{ color: 'text.secondary', typography: 'caption' }}>
          {t('people.resetRequested')} <Instant value={user.reset_requested_at} />
        </Box>
      ) : null}
    </Box>
  );
}
