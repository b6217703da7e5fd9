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

/** What a user's row offers; nobody deletes or disables themselves (contract section 2). */
export function useUserActions(ownId: number | undefined, dialogs: UserDialogs) {
  const t = useTexts();
  const { attempt, ask } = useAction();
  const { mutateAsync: update } = useUpdateUser();
  const { mutateAsync: remove } = useDeleteUser();
  const { mutateAsync: removeFactor } = useRemoveSecondFactor();

  const setStatus = async (user: UserDto) => {
    const disabling = user.status === 'active';
    const body = 'They are signed out everywhere within a second, and can be enabled again at any time.';
    const question = { title: `Disable ${user.email}?`, body, confirmLabel: 'Disable', danger: true };
    const work = () => update({ id: user.id, body: { status: disabling ? 'disabled' : 'active' } });
    const said = `${user.email} ${disabling ? 'disabled' : 'enabled'}`;
    await (disabling ? ask(question, work, said) : attempt(work, said));
  };
  const askDelete = async (user: UserDto) => {
    const body = 'Their sessions end. What they did stays in the audit.';
    const question = { title: `Delete ${user.email}?`, body, confirmLabel: 'Delete user', danger: true };
    await ask(question, () => remove(user.id), `${user.email} deleted`);
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
    const self = user.id === ownId ? { disabled: 'This is your own account' } : {};
    return [
      { label: 'Edit', icon: SquarePen, onSelect: () => dialogs.edit(user) },
      { label: 'Set password', icon: KeyRound, onSelect: () => dialogs.setPassword(user) },
      { label: t('users.sessions'), icon: MonitorSmartphone, onSelect: () => dialogs.sessions(user) },
      ...(user.second_factor
        ? [{ label: t('users.removeFactor'), icon: ShieldOff, onSelect: () => void askRemoveFactor(user) }]
        : []),
      user.status === 'active'
        ? { label: 'Disable', icon: Ban, onSelect: () => void setStatus(user), ...self }
        : { label: 'Enable', icon: Check, onSelect: () => void setStatus(user) },
      { label: 'Delete', icon: Trash2, danger: true, onSelect: () => void askDelete(user), ...self },
    ];
  };
}
