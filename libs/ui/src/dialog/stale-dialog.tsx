import { Box, Button, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { useId, type ReactNode } from 'react';
import { useTexts } from '../texts';
import { DialogFrame } from './dialog-frame';
import { DialogHeader } from './dialog-head';

export interface StaleDifference {
  field: string;
  theirs: ReactNode;
  yours: ReactNode;
}

export interface StaleDialogProps {
  open: boolean;
  /** What was changed meanwhile: "Harbour City Tickets". */
  name: string;
  differences: readonly StaleDifference[];
  /** Takes theirs. */
  onReload: () => void;
  /** Saves yours over theirs. */
  onOverwrite: () => void;
  onClose: () => void;
}

/** Somebody else saved first (412): theirs beside yours, and what to do. */
export function StaleDialog({ open, name, differences, onReload, onOverwrite, onClose }: StaleDialogProps) {
  const t = useTexts();
  const id = useId();
  return (
    <DialogFrame
      open={open}
      width={640}
      labelledBy={id}
      onClose={onClose}
      flush
      header={
        <DialogHeader
          id={id}
          title={t('dialogs.stale.title', { name })}
          subtitle={t('dialogs.stale.unsaved')}
          onClose={onClose}
        />
      }
      footer={
        <>
          <Box sx={{ flex: 1 }} />
          <Button onClick={onOverwrite}>{t('dialogs.stale.overwrite')}</Button>
          <Button variant="contained" onClick={onReload} autoFocus>
            {t('dialogs.stale.reload')}
          </Button>
        </>
      }
    >
      <Table
        aria-label={t('dialogs.stale.differences')}
        sx={{ '& th:first-of-type': { pl: 3 }, '& tr > :last-child': { pr: 3 } }}
      >
        <TableHead>
          <TableRow>
            <TableCell>{t('dialogs.stale.field')}</TableCell>
            <TableCell>{t('dialogs.stale.theirs')}</TableCell>
            <TableCell>{t('dialogs.stale.yours')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {differences.map(({ field, theirs, yours }) => (
            <TableRow key={field}>
              <TableCell component="th" scope="row">
                {field}
              </TableCell>
              <TableCell>{theirs}</TableCell>
              <TableCell>{yours}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </DialogFrame>
  );
}
