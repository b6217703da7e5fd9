import { Box, Button } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { formatCount } from '../display/money';
import { TileBar } from '../display/tile-bar';
import { useTexts } from '../texts';
import { DialogFrame } from './dialog-frame';
import { DialogHeader } from './dialog-frame';

export interface ProgressDialogProps {
  open: boolean;
  title: string;
  done: number;
  failed: number;
  total: number;
  /** Offered while the work runs. */
  onAbort?: () => void;
  onClose: () => void;
  /** Offered afterwards, where the work can be undone. */
  onUndo?: () => void;
  /** Results per item. */
  children?: ReactNode;
}

/** Shows the progress of long work with results per item; it can be aborted, and closed when the work is finished. */
export function ProgressDialog(props: ProgressDialogProps) {
  const { open, title, done, failed, total, onAbort, onClose, onUndo, children } = props;
  const t = useTexts();
  const id = useId();
  const isFinished = done + failed >= total;
  const numbers = { done: formatCount(done), failed: formatCount(failed), total: formatCount(total) };
  const summary = t(failed > 0 ? 'dialogs.progress.doneSomeFailed' : 'dialogs.progress.done', numbers);
  return (
    <DialogFrame
      open={open}
      width={520}
      labelledBy={id}
      onClose={isFinished ? onClose : () => undefined}
      header={<DialogHeader id={id} title={title} onClose={isFinished ? onClose : (onAbort ?? onClose)} />}
      footer={
        <>
          <Box role="status" sx={{ flex: 1, color: 'text.secondary' }}>
            {summary}
          </Box>
          {isFinished ? (
            <>
              {onUndo ? <Button onClick={onUndo}>{t('undo')}</Button> : null}
              <Button variant="contained" onClick={onClose}>
                {t('close')}
              </Button>
            </>
          ) : onAbort ? (
            <Button onClick={onAbort}>{t('dialogs.progress.abort')}</Button>
          ) : null}
        </>
      }
    >
      <TileBar
        parts={[
          { value: done, tone: 'bought' },
          { value: failed, tone: 'failed' },
        ]}
        total={total}
        tiles={40}
        label={summary}
        fill
      />
      {children}
    </DialogFrame>
  );
}
