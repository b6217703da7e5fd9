import { Instant, InterpolatedText } from '@tessera/ui';
import { useTexts } from '../texts';
import type { Note } from './notes.api';

/** "Saved on 20 Nov 2026, 14:00". */
export function SavedAt({ note }: { note: Note }) {
  const t = useTexts();
  return (
    <InterpolatedText
      text={(places) => t('notes.savedAt', places)}
      elements={{ at: <Instant value={note.savedAt} /> }}
    />
  );
}
