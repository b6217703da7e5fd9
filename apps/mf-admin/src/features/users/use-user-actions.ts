import type { ListedUserDto, UserDto } from '@tessera/api';
import { useAction } from '@tessera/ui';
import type { RowAction } from '@tessera/data-table';
import { Ban, Check, KeyRound, MonitorSmartphone, ShieldOff, SquarePen, Trash2 } from 'lucide-react';
import type { useResetLinks } from '../../reset-links/use-reset-links';
import { useTexts } from '../../texts';
import { useDeleteUser, useRemoveSecondFactor, useUpdateUser } from './users.api';

/** What opens a dialog on the users' page. */
export interface UserDialogs {
  edit: (user: UserDto) => void;
  setPassword: (user: UserDto) => void;
  sessions: (user: UserDto) => void;
}

/** What a user's row offers; what concerns one's own sign-in is under /account alone. */
export function useUserActions(
  ownId: number | undefined,
  dialogs: UserDialogs,
  resetLinkOf: ReturnType<typeof useResetLinks>['actionOf'],
) {
  const t = useTexts();
  const { attempt, confirmAndRun, withUndo } = useAction();
  const { mutateAsync: update } = useUpdateUser();
  const { mutateAsync: remove } = useDeleteUser();
  const { mutateAsync: removeFactor } = useRemoveSecondFactor();

  const setStatus = async (user: ListedUserDto) => {
    const disabling = user.status === 'active';
    const sessions = user.session_count ?? 0;
    const question = {
      title: t('users.disableTitle', { email: user.email }),
      body: `${t('users.disableBody')} ${t('switching.undo')}`,
      consequences:
        sessions > 0 ? [{ count: sessions, text: t('users.disableSessions', { count: sessions }) }] : [],
      confirmLabel: t('words.disable'),
      danger: true,
    };
    const work = () => update({ id: user.id, body: { status: disabling ? 'disabled' : 'active' } });
    const enabled = t('users.nowEnabled', { email: user.email });
    if (!disabling) return void (await attempt(work, enabled));
    const back = {
      restore: () => update({ id: user.id, body: { status: 'active' } }),
      message: enabled,
    };
    await confirmAndRun(question, work, withUndo(t('users.nowDisabled', { email: user.email }), back));
  };
  const askDelete = async (user: UserDto) => {
    const question = {
      title: t('words.deleteNamed', { name: user.email }),
      body: t('users.deleteBody'),
      confirmLabel: t('users.deleteConfirm'),
      danger: true,
    };
    await confirmAndRun(question, () => remove(user.id), t('words.deleted', { name: user.email }));
  };
  const askRemoveFactor = async (user: UserDto) => {
    const question = {
      title: t('users.removeFactorTitle', { email: user.email }),
      body: t('users.removeFactorBody'),
      confirmLabel: t('users.removeFactorConfirm'),
      danger: true,
    };
    await confirmAndRun(
      question,
      () => removeFactor(user.id),
      t('users.factorRemoved', { email: user.email }),
    );
  };

  return (user: ListedUserDto): RowAction[] => {
    const self = user.id === ownId ? { disabled: t('users.ownAccount') } : {};
    return [
      { label: t('words.edit'), icon: SquarePen, onSelect: () => dialogs.edit(user) },
      { label: t('users.setPassword'), icon: KeyRound, onSelect: () => dialogs.setPassword(user), ...self },
      resetLinkOf(user, user.id === ownId ? { disabled: t('users.ownAccount') } : undefined),
      {
        label: t('users.sessions'),
        icon: MonitorSmartphone,
        onSelect: () => dialogs.sessions(user),
        ...self,
      },
      ...(user.second_factor
        ? [
            {
              label: t('users.removeFactor'),
              icon: ShieldOff,
              onSelect: () => void askRemoveFactor(user),
              ...self,
            },
          ]
        : []),
      user.status === 'active'
        ? { label: t('words.disable'), icon: Ban, onSelect: () => void setStatus(user), ...self }
        : { label: t('words.enable'), icon: Check, onSelect: () => void setStatus(user) },
      { label: t('words.delete'), icon: Trash2, danger: true, onSelect: () => void askDelete(user), ...self },
    ];
  };
}
