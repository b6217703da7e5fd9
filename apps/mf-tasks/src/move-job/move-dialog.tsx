import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { ApiError, type CalendarEntryDto } from '@tessera/api';
import { Alert, describeError, ErrorAlert, useAction, useSnackbar } from '@tessera/ui';
import { DateTimeField, FormDialog, isInstant } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { useTexts } from '../texts';
import { useMoveEffects, useMoveSentence } from './move-effects';
import { moveQuery, useMoveJob } from './move-job.api';

/** A job with a start, as the calendar and the pages of jobs know it. */
export type MovableJob = Pick<CalendarEntryDto, 'job_id' | 'name' | 'at' | 'time_zone'>;

export interface MoveDialogProps {
  entry: MovableJob;
  /** The start that the dialog begins with: where the job was dropped; its own without one. */
  to: string | null;
  onClose: () => void;
}

/** Moves a job to another start. Previews the effects for each new start. */
export function MoveDialog({ entry, to, onClose }: MoveDialogProps) {
  const t = useTexts();
  const form = useForm<{ at: string | null }>({ defaultValues: { at: to ?? entry.at } });
  const typed = useWatch({ control: form.control, name: 'at' });
  const at = typed !== null && isInstant(typed) ? new Date(typed).toISOString() : null;
  const isSame = at !== null && Date.parse(at) === Date.parse(entry.at);
  const id = entry.job_id ?? 0;
  const preview = useQuery(moveQuery(id, isSame ? null : at));
  const effects = useMoveEffects();
  const sentence = useMoveSentence();
  const { mutateAsync: move } = useMoveJob();
  const { withUndo } = useAction();
  const snackbar = useSnackbar();
  const found = isSame || at === null ? undefined : preview.data;
  const consequences = found ? effects(found) : [];

  const save = async () => {
    if (!found) return;
    try {
      const { etag } = await move({ id, at: found.to, etag: found.etag });
      snackbar.show(
        withUndo(t('calendar.moved', { name: entry.name }), {
          restore: () => move({ id, at: found.from, etag }),
          message: t('calendar.movedBack', { name: entry.name }),
        }),
      );
    } catch (error) {
      // Someone else changed the job: what they made of it is asked for again, and the dialog stays.
      if (error instanceof ApiError && error.code === 'STALE') void preview.refetch();
      throw error;
    }
  };

  return (
    <FormDialog
      open
      title={t('calendar.moveNamed', { name: entry.name })}
      form={form}
      width={560}
      submitLabel={t('calendar.moveConfirm')}
      blocked={found ? undefined : isSame ? t('calendar.sameTime') : t('calendar.chooseTime')}
      onSubmit={save}
      onClose={onClose}
    >
      <DateTimeField
        control={form.control}
        name="at"
        label={t('words.starts')}
        timeZone={entry.time_zone ?? undefined}
      />
      {preview.error ? <ErrorAlert error={describeError(preview.error)} /> : null}
      <Box role="status" sx={{ display: 'grid', gap: 1, minHeight: 40 }}>
        {found ? <Box>{sentence(found)}</Box> : null}
        {consequences.length > 0 ? (
          <Alert tone="warning" title={t('calendar.check')}>
            <Box component="ul" sx={{ m: 0, pl: 2.25 }}>
              {consequences.map(({ count, text }) => (
                <li key={text}>
                  {count === undefined ? text : `${t('words.taskCount', { count })}: ${text}`}
                </li>
              ))}
            </Box>
          </Alert>
        ) : found ? (
          <Box sx={{ color: 'text.secondary' }}>{t('calendar.noProblems')}</Box>
        ) : null}
      </Box>
    </FormDialog>
  );
}
