import { keysOf, passwordResetCreateLink, type UserDto } from '@tessera/api';
import { useAction } from '@tessera/ui';
import type { RowAction } from '@tessera/data-table';
import { useQueryClient } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { SecretOnce } from '../secret-once/secret-once';
import { useTexts } from '../texts';

/** Links to a new password for people who forgot theirs: the row's entry, and the dialog that shows a link once. */
export function useResetLinks(): {
  actionOf: (user: UserDto, disabled?: { disabled: string }) => RowAction;
  dialog: ReactNode;
} {
  const t = useTexts();
  const client = useQueryClient();
  const { confirmAndRun } = useAction();
  const [link, setLink] = useState<string | null>(null);
  const make = async (user: UserDto) => {
    const question = {
      title: t('people.resetTitle', { email: user.email }),
      body: t('people.resetBody'),
      confirmLabel: t('people.createLink'),
    };
    await confirmAndRun(
      question,
      async () => {
        const { token } = (await passwordResetCreateLink({ path: { id: user.id } })).data;
        // After `#`, which browsers send to no server: it gets into no log.
        setLink(new URL(`/auth/reset#token=${encodeURIComponent(token)}`, location.origin).href);
        await client.invalidateQueries({ queryKey: keysOf('users').all() });
      },
      null,
    );
  };
  return {
    actionOf: (user, disabled) => ({
      label: t('people.resetLink'),
      icon: Link2,
      onSelect: () => void make(user),
      ...disabled,
    }),
    dialog: link ? (
      <SecretOnce
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
