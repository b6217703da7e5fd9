import { Box, Button, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { useId, type ReactNode } from 'react';
import { DialogFrame } from './dialog-frame';
import { DialogHead } from './dialog-head';

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
  const id = useId();
  return (
    <DialogFrame
      open={open}
      width={640}
      labelledBy={id}
      onClose={onClose}
      flush
      head={
        <DialogHead
          id={id}
          title={`${name} was changed meanwhile`}
          subtitle="Nothing of yours is saved yet."
          onClose={onClose}
        />
      }
      foot={
        <>
          <Box sx={{ flex: 1 }} />
          <Button onClick={onOverwrite}>Save mine over it</Button>
          <Button variant="contained" onClick={onReload} autoFocus>
            Reload theirs
          </Button>
        </>
      }
    >
      <Table aria-label="Differences">
        <TableHead>
          <TableRow>
            <TableCell>Field</TableCell>
            <TableCell>Theirs</TableCell>
            <TableCell>Yours</TableCell>
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
