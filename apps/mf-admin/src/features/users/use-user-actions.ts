import { Ban, Check, Eye, KeyRound, MonitorSmartphone, ShieldOff, SquarePen, Trash2 } from 'lucide-react';
import type { ListedUserDto, UserDto } from '@tessera/api';
import type { RowAction } from '@tessera/data-table';
import { mayManageAccount } from '@tessera/domain';
import { useAction } from '@tessera/ui';
import type { usePasswordResetLink } from '../../accounts/password-reset';
import { useTexts } from '../../texts';
import { useDeleteUser, useRemoveTwoFactor, useUpdateUser } from './users.api';

/** Opens the dialogs of the users page. */
export interface UserDialogs {
  edit: (user: UserDto) => void;
  setPassword: (user: UserDto) => void;
  sessions: (user: UserDto) => void;
  viewAs: (user: UserDto) => void;
}

/** The row actions of users. Actions on the user's own account are disabled; /account has them. */
export function useUserActions(
  ownId: number,
  dialogs: UserDialogs,
  createResetAction: ReturnType<typeof usePasswordResetLink>['createAction'],
) {
  const t = useTexts();
  const { attempt, confirmAndRun, withUndo } = useAction();
  const { mutateAsync: update } = useUpdateUser();
  const { mutateAsync: remove } = useDeleteUser();
  const { mutateAsync: removeFactor } = useRemoveTwoFactor();

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
    if (!disabling) {
      await attempt(work, enabled);
      return;
    }
    const undo = {
      restore: () => update({ id: user.id, body: { status: 'active' } }),
      message: enabled,
    };
    await confirmAndRun(question, work, withUndo(t('users.nowDisabled', { email: user.email }), undo));
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
    const ownAccount = mayManageAccount(ownId, user.id) ? undefined : { disabled: t('users.ownAccount') };
    return [
      { label: t('words.edit'), icon: SquarePen, onSelect: () => dialogs.edit(user) },
      {
        label: t('users.setPassword'),
        icon: KeyRound,
        onSelect: () => dialogs.setPassword(user),
        ...ownAccount,
      },
      createResetAction(user, ownAccount),
      {
        label: t('users.viewAs'),
        icon: Eye,
        onSelect: () => dialogs.viewAs(user),
        ...(user.role === 'admin' || user.status !== 'active'
          ? { disabled: t('users.viewAsNotAllowed') }
          : {}),
      },
      {
        label: t('users.sessions'),
        icon: MonitorSmartphone,
        onSelect: () => dialogs.sessions(user),
        ...ownAccount,
      },
      ...(user.second_factor
        ? [
            {
              label: t('users.removeFactor'),
              icon: ShieldOff,
              onSelect: () => void askRemoveFactor(user),
              ...ownAccount,
            },
          ]
        : []),
      user.status === 'active'
        ? { label: t('words.disable'), icon: Ban, onSelect: () => void setStatus(user), ...ownAccount }
        : { label: t('words.enable'), icon: Check, onSelect: () => void setStatus(user) },
      {
        label: t('words.delete'),
        icon: Trash2,
        danger: true,
        onSelect: () => void askDelete(user),
        ...ownAccount,
      },
    ];
  };
}
