import { useQuery } from '@tanstack/react-query';
import { describeError, ErrorAlert, formatKey, useAction, useSnackbar, useUnsavedInput } from '@tessera/ui';
import { PlainTextField, StaleDialog, useCloseGuard } from '@tessera/ui/forms';
import { Box, Button } from '@tessera/ui/mui';
import { useTexts } from '../texts';
import { type Draft, type Note, noteQuery, type NoteSubject, useSaveNote } from './notes.api';
import { SavedAt } from './saved-at';
import { useDraft } from './use-draft';

/** At most 12 KB as UTF-8, where a row of a module may take 16 KB. */
const MAX_LENGTH = 4_000;

interface NoteFormProps {
  subject: NoteSubject;
  rows: number;
}

/** Edits the note on a task or job. An emptied text deletes it, which can be undone; what isn't saved is there again later. */
export function NoteForm({ subject, rows }: NoteFormProps) {
  const t = useTexts();
  const snackbar = useSnackbar();
  const { withUndo } = useAction();
  const { data: note = null } = useQuery(noteQuery(subject));
  const { draft, keep, latest } = useDraft(subject);
  const { mutateAsync, reset, isPending, error, data, variables } = useSaveNote(subject, (saved, sent) => {
    const typed = latest();
    // What was typed while it was being saved stays, as a change of what was saved.
    if (typed) keep(typed.text === sent.text ? null : { text: typed.text, version: saved?.version ?? null });
  });
  useUnsavedInput(draft !== null);
  const discard = useCloseGuard(draft !== null, () => keep(null));
  const text = draft?.text ?? note?.text ?? '';
  const length = text.length;
  const isTooLong = length > MAX_LENGTH;

  const change = (typed: string) => {
    const version = draft ? draft.version : (note?.version ?? null);
    keep(typed === (note?.text ?? '') ? null : { text: typed, version });
  };
  const restore = ({ text: before }: Note) => ({
    restore: () => mutateAsync({ text: before, version: null }),
    message: ({ note: restored }: Awaited<ReturnType<typeof mutateAsync>>) =>
      restored ? t('notes.restored') : null,
  });
  const save = async (sent: Draft) => {
    const outcome = await mutateAsync(sent);
    // Somebody else has saved first: the dialog asks whose text stays.
    if (outcome.note === undefined) return;
    if (outcome.note) snackbar.show(t('notes.saved'));
    else if (note) snackbar.show(withUndo(t('notes.deleted'), restore(note)));
  };
  // A failure is in `error`.
  const attempt = (sent: Draft) => void save(sent).catch(() => undefined);
  const submit = () => {
    if (draft && !isPending && !isTooLong) attempt(draft);
  };

  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      sx={{ display: 'grid', gap: 1 }}
    >
      <PlainTextField
        label={t('notes.label')}
        value={text}
        onChange={change}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          submit();
        }}
        placeholder={t('notes.placeholder')}
        rows={rows}
        help={t('notes.length', { length, max: MAX_LENGTH })}
        error={isTooLong ? t('notes.tooLong', { length, max: MAX_LENGTH }) : undefined}
      />
      {error ? <ErrorAlert error={describeError(error)} /> : null}
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
        <Box sx={{ flex: 1, typography: 'caption', color: 'text.secondary' }}>
          {draft ? t('notes.unsaved') : note ? <SavedAt note={note} /> : null}
        </Box>
        {draft ? <Button onClick={discard}>{t('notes.discard')}</Button> : null}
        <Button
          type="submit"
          variant="contained"
          disabled={!draft || isPending || isTooLong}
          title={formatKey('mod+Enter')}
        >
          {t('words.save')}
        </Button>
      </Box>
      {data?.theirs !== undefined && variables ? (
        <StaleDialog
          open
          name={t('notes.this')}
          differences={[
            {
              field: t('notes.title'),
              theirs: <Text>{data.theirs?.text}</Text>,
              yours: <Text>{variables.text.trim()}</Text>,
            },
          ]}
          onReload={() => {
            keep(null);
            reset();
          }}
          onOverwrite={() => attempt({ text: variables.text, version: data.theirs?.version ?? null })}
          onClose={reset}
        />
      ) : null}
    </Box>
  );
}

/** A text as it was typed; "–": there is none. */
function Text({ children }: { children: string | undefined }) {
  return (
    <Box component="span" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {children || '–'}
    </Box>
  );
}
