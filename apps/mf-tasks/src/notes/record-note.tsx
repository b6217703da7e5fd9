import { useQuery } from '@tanstack/react-query';
import { useMayWrite } from '@tessera/api';
import { EmptyState, Panel, QueryContent } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import { useTexts } from '../texts';
import { NoteForm } from './note-form';
import { type Note, noteQuery, type NoteSubject } from './notes.api';
import { SavedAt } from './saved-at';

export interface RecordNoteProps {
  subject: NoteSubject;
  /** The rows of its field. */
  rows?: number;
}

/** The note on a task or job: a form for those who may write, a text for everybody else. */
export function RecordNote({ subject, rows = 8 }: RecordNoteProps) {
  const t = useTexts();
  const mayWrite = useMayWrite();
  return (
    <QueryContent
      query={useQuery(noteQuery(subject))}
      inset="none"
      loading={t('words.loading')}
      skeletons={[160]}
    >
      {(note) =>
        mayWrite ? (
          <NoteForm subject={subject} rows={rows} />
        ) : note ? (
          <NoteText note={note} />
        ) : (
          <EmptyState>{t('notes.none')}</EmptyState>
        )
      }
    </QueryContent>
  );
}

/** The same as a panel, which isn't there for those who could only read that there is no note. */
export function NotePanel({ subject }: { subject: NoteSubject }) {
  const t = useTexts();
  const mayWrite = useMayWrite();
  const { data, error } = useQuery(noteQuery(subject));
  if (!mayWrite && !data && !error) return null;
  return (
    <Panel title={t('notes.title')} padded>
      <RecordNote subject={subject} rows={3} />
    </Panel>
  );
}

function NoteText({ note }: { note: Note }) {
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{note.text}</Box>
      <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
        <SavedAt note={note} />
      </Box>
    </Box>
  );
}
