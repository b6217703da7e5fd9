import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Skeleton } from '@mui/material';
import { useId, useState } from 'react';
import { ErrorAlert } from '../feedback/error-alert';
import type { ErrorInfo } from '../feedback/error-info';
import { NoticeHost } from '../feedback/notice-host';
import { PlainTextField } from '../form/plain-text-field';
import { useTexts } from '../texts';
import { VisuallyHidden } from '../theme/visually-hidden';
import type { Question } from './confirm-context';
import { Impact } from './impact';

export interface ConfirmDialogProps extends Question {
  open: boolean;
  /** Disables the buttons while the action runs. */
  busy?: boolean;
  /** Shows placeholders while the question loads. */
  loading?: boolean;
  /** Why loading failed. */
  error?: ErrorInfo | null;
  onRetry?: () => void;
  onConfirm: () => void;
  onCancel: () => void;
}

/** A confirmation dialog, whose confirm button is a verb; Escape cancels. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const t = useTexts();
  const { open, title, confirmLabel, danger = false, busy = false, loading = false, blocked } = props;
  const { typeToConfirm, onConfirm, onCancel, error = null } = props;
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
      slotProps={{ paper: { sx: { width: { xs: '100%', sm: 480 }, m: { xs: 2, sm: 4 } } } }}
    >
      <NoticeHost />
      <DialogTitle id={`${id}t`} sx={{ typography: 'h3', px: 3, pt: 2.5, pb: 1, overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <DialogContent
        id={`${id}b`}
        sx={{ display: 'grid', gap: 1.5, px: 3, pb: 2, typography: 'body2', color: 'text.secondary' }}
      >
        {loading ? <Loading /> : null}
        {error ? <ErrorAlert error={error} onRetry={props.onRetry} /> : null}
        {props.body ? <div>{props.body}</div> : null}
        <Impact consequences={props.consequences ?? []} skipped={props.skipped ?? []} />
        {blocked === undefined ? null : (
          <Box role="status" sx={{ color: 'text.primary' }}>
            {blocked}
          </Box>
        )}
        {typeToConfirm === undefined ? null : (
          <PlainTextField
            label={t('dialogs.confirm.typed', { text: typeToConfirm })}
            value={typed}
            onChange={setTyped}
            autoComplete="off"
            sx={{ mt: 0.5 }}
          />
        )}
      </DialogContent>
      <DialogActions
        sx={{
          px: 3,
          pb: 2.5,
          pt: 0,
          // Long labels don't fit side by side on a narrow screen.
          flexDirection: { xs: 'column-reverse', sm: 'row' },
          alignItems: { xs: 'stretch', sm: 'center' },
          gap: 1,
          '& > :not(style) ~ :not(style)': { ml: 0 },
        }}
      >
        <Button onClick={onCancel} disabled={busy} autoFocus={typeToConfirm === undefined}>
          {blocked === undefined ? (props.cancelLabel ?? t('cancel')) : t('close')}
        </Button>
        <Button
          variant="contained"
          color={danger ? 'error' : 'primary'}
          disabled={!ready || busy || loading || error !== null || blocked !== undefined}
          onClick={onConfirm}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Loading() {
  const t = useTexts();
  return (
    <div role="status">
      <VisuallyHidden>{t('dialogs.impact.loading')}</VisuallyHidden>
      <Skeleton width="92%" />
      <Skeleton width="64%" />
    </div>
  );
}
