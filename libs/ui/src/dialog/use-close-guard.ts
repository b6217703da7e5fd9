import { useTexts } from '../texts';
import { useConfirm } from './confirm-context';

/** Returns a function that closes a dialog, after confirmation when there are unsaved changes. */
export function useCloseGuard(dirty: boolean, onClose: () => void): () => void {
  const t = useTexts();
  const confirm = useConfirm();
  return () => {
    if (!dirty) {
      onClose();
      return;
    }
    void confirm({
      title: t('dialogs.discard.title'),
      body: t('dialogs.discard.body'),
      confirmLabel: t('dialogs.discard.confirm'),
      cancelLabel: t('dialogs.discard.keep'),
      danger: true,
    }).then((discard) => {
      if (discard) onClose();
    });
  };
}
