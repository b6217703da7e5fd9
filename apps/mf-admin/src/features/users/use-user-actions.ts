import type { UserDto } from '@tessera/api';
import { useAction, type RowAction } from '@tessera/ui';
import { Ban, Check, KeyRound, MonitorSmartphone, ShieldOff, SquarePen, Trash2 } from 'lucide-react';
import { useTexts } from '../../texts';
import { useDeleteUser, useRemoveSecondFactor, useUpdateUser } from './users.api';

/** What opens a dialog on the users' page. */
export interface UserDialogs {
  edit: (user: UserDto) => void;
  setPassword: (user: UserDto) => void;
  sessions: (user: UserDto) => void;
}

/** What a user's row offers; what concerns one's own sign-in is under /account alone. */
export function useUserActions(ownId: number | undefined, dialogs: UserDialogs) {
  const t = useTexts();
  const { attempt, ask } = useAction();
  const { mutateAsync: update } = useUpdateUser();
  const { mutateAsync: remove } = useDeleteUser();
  const { mutateAsync: removeFactor } = useRemoveSecondFactor();

  const setStatus = async (user: UserDto) => {
    const disabling = user.status === 'active';
    const question = {
      title: t('users.disableTitle', { email: user.email }),
      body: t('users.disableBody'),
      confirmLabel: t('words.disable'),
      danger: true,
    };
    const work = () => update({ id: user.id, body: { status: disabling ? 'disabled' : 'active' } });
    const said = t(disabling ? 'users.nowDisabled' : 'users.nowEnabled', { email: user.email });
    await (disabling ? ask(question, work, said) : attempt(work, said));
  };
  const askDelete = async (user: UserDto) => {
    const question = {
      title: t('words.deleteNamed', { name: user.email }),
      body: t('users.deleteBody'),
      confirmLabel: t('users.deleteConfirm'),
      danger: true,
    };
    await ask(question, () => remove(user.id), t('words.deleted', { name: user.email }));
  };
  const askRemoveFactor = async (user: UserDto) => {
    const question = {
      title: t('users.removeFactorTitle', { email: user.email }),
      body: t('users.removeFactorBody'),
      confirmLabel: t('users.removeFactorConfirm'),
      danger: true,
    };
    await ask(question, () => removeFactor(user.id), t('users.factorRemoved', { email: user.email }));
  };

  return (user: UserDto): RowAction[] => {
    const self = user.id === ownId ? { disabled: t('users.ownAccount') } : {};
    return [
      { label: t('words.edit'), icon: SquarePen, onSelect: () => dialogs.edit(user) },
      { label: t('users.setPassword'), icon: KeyRound, onSelect: () => dialogs.setPassword(user), ...self },
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
