import { Box, Button, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { text, useTexts } from '../texts';
import { DialogFrame, DialogHeader } from './dialog-frame';

type Fields = Readonly<Record<string, unknown>>;

export interface StaleSaveOptions {
  /** The name of the edited row: "North stand 01". */
  name: string;
  /** Labels of the API's fields; a field without one shows its name. */
  fieldLabels?: Readonly<Record<string, string>>;
  /** How values of fields are shown that aren't texts or numbers, by the API's names. */
  formats?: Readonly<Record<string, (value: unknown) => string>>;
  /** Discards the form's changes: fetches the row and resets the form. */
  onReload: () => void;
}

export interface StaleSave {
  /**
   * Sends a change of the version `etag`. On 412 `STALE` the dialog compares both versions; the promise then waits for
   * the decision, and `send` is called again with null to overwrite.
   */
  save: (
    etag: string | null,
    change: Fields,
    send: (etag: string | null) => Promise<unknown>,
  ) => Promise<unknown>;
  /** To be rendered beside the form. */
  dialog: ReactNode;
}

interface Conflict {
  differences: StaleDifference[];
  /** Continues the save: true overwrites their version, false gives up. */
  resolve: (overwrites: boolean) => void;
}

/** Saves a form on condition that nobody else has changed the row (`If-Match`; 412 `STALE` with the current row). */
export function useStaleSave({
  name,
  fieldLabels = {},
  formats = {},
  onReload,
}: StaleSaveOptions): StaleSave {
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const save: StaleSave['save'] = async (etag, change, send) => {
    try {
      return await send(etag);
    } catch (error) {
      const current = getCurrentRow(error);
      if (current === null) throw error;
      const differences = listDifferences(change, current, fieldLabels, formats);
      // The others changed fields that this form doesn't, so there is no conflict.
      if (differences.length === 0) return send(null);
      const overwrites = await new Promise<boolean>((resolve) => setConflict({ differences, resolve }));
      setConflict(null);
      if (!overwrites) throw error;
      return send(null);
    }
  };
  const dialog = conflict ? (
    <StaleDialog
      open
      name={name}
      differences={conflict.differences}
      onOverwrite={() => conflict.resolve(true)}
      onReload={() => {
        setConflict(null);
        onReload();
      }}
      onClose={() => conflict.resolve(false)}
    />
  ) : null;
  return { save, dialog };
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the current row from a 412's `context.current`; null for any other error. */
function getCurrentRow(error: unknown): Fields | null {
  if (!isFields(error) || error.code !== 'STALE' || !isFields(error.context)) return null;
  const { current } = error.context;
  return isFields(current) ? current : null;
}

function listDifferences(
  change: Fields,
  current: Fields,
  words: Readonly<Record<string, string>>,
  formats: Readonly<Record<string, (value: unknown) => string>>,
): StaleDifference[] {
  return Object.entries(change).flatMap(([field, yours]) => {
    const theirs = current[field];
    if (JSON.stringify(theirs ?? null) === JSON.stringify(yours ?? null)) return [];
    const format = formats[field] ?? formatValue;
    const isSecret = isFields(theirs) && 'set' in theirs;
    return {
      field: words[field] ?? field.replaceAll('_', ' '),
      theirs: isSecret ? text(theirs.set ? 'dialogs.stale.set' : 'dialogs.stale.notSet') : format(theirs),
      // A secret is never shown, not even a new one.
      yours: isSecret
        ? text(yours === null ? 'dialogs.stale.cleared' : 'dialogs.stale.replaced')
        : format(yours),
    };
  });
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.map(formatValue).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export interface StaleDifference {
  field: string;
  theirs: ReactNode;
  yours: ReactNode;
}

export interface StaleDialogProps {
  open: boolean;
  /** The name of the changed row: "Harbour City Tickets". */
  name: string;
  differences: readonly StaleDifference[];
  /** Loads their version. */
  onReload: () => void;
  /** Overwrites their version. */
  onOverwrite: () => void;
  onClose: () => void;
}

/** Compares two versions of a row after somebody else saved first (412), and asks which one to keep. */
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
