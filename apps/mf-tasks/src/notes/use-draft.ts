import { useState } from 'react';
import { type Draft, noteKey, type NoteSubject } from './notes.api';

/** Until the page is reloaded, so that closing a drawer loses nothing. */
const drafts = new Map<string, Draft>();

/** What is typed and not saved of one note, with the functions that read and change it, also once the drawer is closed. */
export function useDraft(subject: NoteSubject) {
  const key = noteKey(subject).join(' ');
  const [draft, show] = useState(() => drafts.get(key) ?? null);
  return {
    draft,
    latest: () => drafts.get(key) ?? null,
    keep: (next: Draft | null) => {
      if (next) drafts.set(key, next);
      else drafts.delete(key);
      show(next);
    },
  };
}
