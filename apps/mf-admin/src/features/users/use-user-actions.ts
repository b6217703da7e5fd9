import type { UserDto } from '@tessera/api';
import { toProblem, useConfirm, useSnackbar, type RowAction } from '@tessera/ui';
import { Ban, Check, KeyRound, SquarePen, Trash2 } from 'lucide-react';
import { useDeleteUser, useUpdateUser } from './users.api';

/** What opens a dialog on the users' page. */
export interface UserDialogs {
  edit: (user: UserDto) => void;
  setPassword: (user: UserDto) => void;
}

/** What a user's row offers; nobody deletes or disables themselves (contract section 2). */
export function useUserActions(ownId: number | undefined, dialogs: UserDialogs) {
  const confirm = useConfirm();
  const snackbar = useSnackbar();
  const { mutateAsync: update } = useUpdateUser();
  const { mutateAsync: remove } = useDeleteUser();

  const attempt = async (work: () => Promise<unknown>, said: string) => {
    try {
      await work();
      snackbar.show(said);
    } catch (error) {
      snackbar.fail(toProblem(error));
    }
  };
  const setStatus = async (user: UserDto) => {
    const disabling = user.status === 'active';
    const body = 'They are signed out everywhere within a second, and can be enabled again at any time.';
    const question = { title: `Disable ${user.email}?`, body, confirmLabel: 'Disable', danger: true };
    if (disabling && !(await confirm(question))) return;
    const status = disabling ? 'disabled' : 'active';
    await attempt(
      () => update({ id: user.id, body: { status } }),
      `${user.email} ${disabling ? 'disabled' : 'enabled'}`,
    );
  };
  const askDelete = async (user: UserDto) => {
    const body = 'Their sessions end. What they did stays in the audit.';
    if (!(await confirm({ title: `Delete ${user.email}?`, body, confirmLabel: 'Delete user', danger: true })))
      return;
    await attempt(() => remove(user.id), `${user.email} deleted`);
  };

  return (user: UserDto): RowAction[] => {
    const self = user.id === ownId ? { disabled: 'This is your own account' } : {};
    return [
      { label: 'Edit', icon: SquarePen, onSelect: () => dialogs.edit(user) },
      { label: 'Set password', icon: KeyRound, onSelect: () => dialogs.setPassword(user) },
      user.status === 'active'
        ? { label: 'Disable', icon: Ban, onSelect: () => void setStatus(user), ...self }
        : { label: 'Enable', icon: Check, onSelect: () => void setStatus(user) },
      { label: 'Delete', icon: Trash2, danger: true, onSelect: () => void askDelete(user), ...self },
    ];
  };
}
