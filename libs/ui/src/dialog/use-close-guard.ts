import { useConfirm } from './confirm-context';

/** Closes at once when nothing was changed, else asks first (screens, "every list"). */
export function useCloseGuard(dirty: boolean, onClose: () => void): () => void {
  const confirm = useConfirm();
  return () => {
    if (!dirty) {
      onClose();
      return;
    }
    void confirm({
      title: 'Discard your changes?',
      body: 'What you changed here has not been saved.',
      confirmLabel: 'Discard',
      cancelLabel: 'Keep editing',
      danger: true,
    }).then((discard) => {
      if (discard) onClose();
    });
  };
}
