import { Box, Button, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { useState, type ReactNode, useId } from 'react';
import { text, useTexts } from '../texts';
import { DialogFrame, DialogHeader } from './dialog-frame';

type Fields = Readonly<Record<string, unknown>>;

export interface StaleSaveOptions {
  /** What is edited: "North stand 01". */
  name: string;
  /** Wire fields in words; others read as they are written. */
  fieldLabels?: Readonly<Record<string, string>>;
  /** Takes theirs: reads the row again and begins the form anew. */
  onReload: () => void;
}

export interface StaleSave {
  /**
   * Sends a change of `etag`'s version. When the server says 412 STALE, the dialog shows theirs beside yours; the
   * promise then waits for what the person decides, and `send` is called again with null to save over it.
   */
  save: (
    etag: string | null,
    change: Fields,
    send: (etag: string | null) => Promise<unknown>,
  ) => Promise<unknown>;
  /** To be drawn beside the form. */
  dialog: ReactNode;
}

interface Conflict {
  differences: StaleDifference[];
  overwrite: () => void;
  abandon: () => void;
}

/** Conditional saves of a form (`If-Match`, 412 `STALE` with the current row). */
export function useStaleSave({ name, fieldLabels = {}, onReload }: StaleSaveOptions): StaleSave {
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const save: StaleSave['save'] = async (etag, change, send) => {
    try {
      return await send(etag);
    } catch (error) {
      const current = currentOf(error);
      if (current === null) throw error;
      const differences = differencesOf(change, current, fieldLabels);
      // What the others changed is nothing of this form: there is nothing to decide.
      if (differences.length === 0) return send(null);
      return new Promise((resolve, reject) =>
        setConflict({
          differences,
          overwrite: () => {
            setConflict(null);
            resolve(send(null));
          },
          abandon: () => {
            setConflict(null);
            reject(error as Error);
          },
        }),
      );
    }
  };
  const dialog = conflict ? (
    <StaleDialog
      open
      name={name}
      differences={conflict.differences}
      onOverwrite={conflict.overwrite}
      onReload={() => {
        setConflict(null);
        onReload();
      }}
      onClose={conflict.abandon}
    />
  ) : null;
  return { save, dialog };
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The row as it is now, out of a 412's `context.current`; null for every other failure. */
function currentOf(error: unknown): Fields | null {
  if (!isFields(error) || error['code'] !== 'STALE' || !isFields(error['context'])) return null;
  const { current } = error['context'];
  return isFields(current) ? current : null;
}

function differencesOf(
  change: Fields,
  current: Fields,
  words: Readonly<Record<string, string>>,
): StaleDifference[] {
  return Object.entries(change).flatMap(([field, yours]) => {
    const theirs = current[field];
    if (JSON.stringify(theirs ?? null) === JSON.stringify(yours ?? null)) return [];
    const isSecret = isFields(theirs) && 'set' in theirs;
    return {
      field: words[field] ?? field.replaceAll('_', ' '),
      theirs: isSecret ? text(theirs['set'] ? 'dialogs.stale.set' : 'dialogs.stale.notSet') : inWords(theirs),
      // A secret is never shown, not even the one just typed.
      yours: isSecret
        ? text(yours === null ? 'dialogs.stale.cleared' : 'dialogs.stale.replaced')
        : inWords(yours),
    };
  });
}

function inWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.map(inWords).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}

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
