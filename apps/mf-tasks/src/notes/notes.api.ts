import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, keysOf } from '@tessera/api';
import type { ModuleRow } from '@tessera/federation';
import { openOwnRows } from './own-rows';

/** What a note is about. */
export interface NoteSubject {
  of: 'task' | 'job';
  id: number;
  realmId: number;
}

/** The note of a realm's people on a task or job, kept in a row of this module. */
export interface Note {
  text: string;
  savedAt: string;
  /** Rises with each change. */
  version: number;
}

/** A text that isn't saved yet, and the version of the note that it began from; null: there was none. */
export interface Draft {
  text: string;
  version: number | null;
}

/** A note as it was saved, null when it was deleted; or the one that somebody else has saved in the meantime. */
export type SaveOutcome =
  { note: Note | null; theirs?: undefined } | { note?: undefined; theirs: Note | null };

const entityOf = ({ of }: NoteSubject) => `${of}-note`;

/** The key of a subject's note, of this user in this realm alone. */
export const noteKey = (subject: NoteSubject) => keysOf(entityOf(subject)).one(subject.id);

const toNote = ({ data: { text }, updated_at, version }: ModuleRow): Note => ({
  text: typeof text === 'string' ? text : '',
  savedAt: updated_at,
  version,
});

async function readNote(subject: NoteSubject): Promise<Note | null> {
  const rows = await openOwnRows(subject.realmId);
  // A list, since that there is no note is no error.
  const found = await rows.list(entityOf(subject), { [`${subject.of}_id`]: String(subject.id) });
  return found.rows[0] ? toNote(found.rows[0]) : null;
}

/** The note on a task or job; null: there is none. */
export const noteQuery = (subject: NoteSubject) =>
  queryOptions({
    queryKey: noteKey(subject),
    queryFn: () => readNote(subject),
    // Read when the first part of the page shows it, not again by the parts within.
    refetchOnMount: false,
  });

async function writeNote(subject: NoteSubject, { text, version }: Draft): Promise<Note | null> {
  const rows = await openOwnRows(subject.realmId);
  const row = [entityOf(subject), String(subject.id)] as const;
  if (text !== '') {
    const about = subject.of === 'task' ? { task_id: subject.id } : { job_id: subject.id };
    return toNote(await rows.put(...row, { data: { text }, ...about }, { version }));
  }
  if (version !== null) await rows.remove(...row, { version });
  return null;
}

/** Whether the note was changed, or removed, by somebody else. */
const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 412 || error.status === 404);

async function saveNote(subject: NoteSubject, draft: Draft): Promise<SaveOutcome> {
  const compare = (theirs: Note | null): SaveOutcome =>
    (theirs?.text ?? '') === draft.text ? { note: theirs } : { theirs };
  try {
    return { note: await writeNote(subject, draft) };
  } catch (error) {
    if (!isConflict(error)) throw error;
    return compare(await readNote(subject));
  }
}

/**
 * Saves a note, or deletes it when the text is empty.
 *
 * @param onSaved called with what was typed, also when the drawer has been closed meanwhile
 */
export function useSaveNote(subject: NoteSubject, onSaved: (note: Note | null, sent: Draft) => void) {
  const client = useQueryClient();
  const queryKey = noteKey(subject);
  return useMutation({
    mutationFn: ({ text, version }: Draft) => saveNote(subject, { text: text.trim(), version }),
    // An answer from before the change would take it back on screen.
    onMutate: () => client.cancelQueries({ queryKey }),
    onSuccess: ({ note, theirs }, sent) => {
      client.setQueryData(queryKey, note ?? theirs ?? null);
      if (note !== undefined) onSaved(note, sent);
    },
  });
}
