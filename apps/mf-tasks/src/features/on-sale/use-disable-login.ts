import { useMutation, useQueryClient } from '@tanstack/react-query';
import { impactLogin, keysOf, loginsUpdate } from '@tessera/api';
import { useAction } from '@tessera/ui';
import { useTexts } from '../../texts';

/** Disables a login after a question with what this stops, and offers to undo it. */
export function useDisableLogin() {
  const t = useTexts();
  const client = useQueryClient();
  const { previewAndRun, withUndo } = useAction();
  const { mutateAsync: setStatus } = useMutation({
    mutationFn: ({ id, status }: { id: number; status: 'active' | 'disabled' }) =>
      loginsUpdate({ path: { id }, body: { status } }),
    onSettled: () =>
      Promise.all(
        ['login-checks', 'on-sale', 'dashboard', 'logins', 'tasks'].map((topic) =>
          client.invalidateQueries({ queryKey: keysOf(topic).all() }),
        ),
      ),
  });
  return ({ id, name }: { id: number; name: string }): Promise<boolean> => {
    const question = {
      title: t('onSale.logins.disableTitle', { name }),
      confirmLabel: t('onSale.logins.disableConfirm'),
      danger: true,
    };
    return previewAndRun({
      ...question,
      preview: async () => (await impactLogin({ path: { id } })).data,
      question: ({ tasks, held_seats }) => ({
        ...question,
        body: t('onSale.logins.disableBody'),
        consequences: [
          { count: tasks, text: t('onSale.logins.tasksWait', { count: tasks }) },
          { count: held_seats, text: t('onSale.logins.seatsStay', { count: held_seats }) },
        ].filter(({ count }) => count > 0),
      }),
      work: () => setStatus({ id, status: 'disabled' }),
      message: withUndo(t('onSale.logins.disabled', { name }), {
        restore: () => setStatus({ id, status: 'active' }),
        message: t('onSale.logins.enabled', { name }),
      }),
    });
  };
}
