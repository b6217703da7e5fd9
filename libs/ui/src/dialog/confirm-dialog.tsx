import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId, useState } from 'react';
import { PlainTextField } from '../form/plain-text-field';
import { useTexts } from '../texts';
import type { Question } from './confirm-context';

export interface ConfirmDialogProps extends Question {
  open: boolean;
  /** While the answer is being carried out. */
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** A question with a verb for an answer; Esc is no. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const t = useTexts();
  const { open, title, body, confirmLabel, cancelLabel = t('cancel'), danger = false, busy = false } = props;
  const { typeToConfirm, onConfirm, onCancel } = props;
  const [typed, setTyped] = useState('');
  const id = useId();
  const ready = typeToConfirm === undefined || typed.trim() === typeToConfirm;
  return (
    <Dialog
      open={open}
      onClose={busy ? undefined : onCancel}
      role="alertdialog"
      aria-labelledby={`${id}t`}
      aria-describedby={`${id}b`}
      slotProps={{ paper: { sx: { width: 440 } } }}
    >
      <DialogTitle id={`${id}t`} sx={{ typography: 'h3', px: 3, pt: 2.5, pb: 1 }}>
        {title}
      </DialogTitle>
      <DialogContent id={`${id}b`} sx={{ px: 3, pb: 2, typography: 'body2', color: 'text.secondary' }}>
        {body}
        {typeToConfirm === undefined ? null : (
          <PlainTextField
            label={t('dialogs.confirm.typed', { text: typeToConfirm })}
            value={typed}
            onChange={setTyped}
            autoComplete="off"
            sx={{ mt: 2 }}
          />
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5, pt: 0 }}>
        <Button onClick={onCancel} disabled={busy} autoFocus={typeToConfirm === undefined}>
          {cancelLabel}
        </Button>
        <Button
          variant="contained"
          color={danger ? 'error' : 'primary'}
          disabled={!ready || busy}
          onClick={onConfirm}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
