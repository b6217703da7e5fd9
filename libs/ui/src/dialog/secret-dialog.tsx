import { Box, Button } from '@mui/material';
import { Copy } from 'lucide-react';
import { useId } from 'react';
import { Alert } from '../feedback/alert';
import { useSnackbar } from '../feedback/snackbar-context';
import { DialogFrame, DialogHeader } from './dialog-frame';

export interface SecretDialogProps {
  title: string;
  /** Warns that the secret won't be shown again. */
  warning: string;
  secret: string;
  copyLabel: string;
  copied: string;
  doneLabel: string;
  onClose: () => void;
}

/** Shows a secret that the server returns only once, with a button to copy it. */
export function SecretDialog({
  title,
  warning,
  secret,
  copyLabel,
  copied,
  doneLabel,
  onClose,
}: SecretDialogProps) {
  const id = useId();
  const { show } = useSnackbar();
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    show(copied);
  };
  return (
    <DialogFrame
      open
      width={560}
      labelledBy={id}
      onClose={onClose}
      header={<DialogHeader id={id} title={title} onClose={onClose} />}
      footer={
        <>
          <Box sx={{ flex: 1 }} />
          <Button onClick={onClose}>{doneLabel}</Button>
          <Button
            variant="contained"
            startIcon={<Copy size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => void copy()}
            autoFocus
          >
            {copyLabel}
          </Button>
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <Alert tone="warning">{warning}</Alert>
        <Box
          component="code"
          sx={{
            fontSize: 13,
            p: 1.5,
            borderRadius: '6px',
            border: 1,
            borderColor: 'line.main',
            bgcolor: 'surface.sunken',
            overflowWrap: 'anywhere',
            userSelect: 'all',
          }}
        >
          {secret}
        </Box>
      </Box>
    </DialogFrame>
  );
}
