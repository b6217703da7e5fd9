import { serverNow } from '@tessera/api';
import { useAction } from '@tessera/ui';
import { useMoveEffects, useMoveSentence } from '../../move-job/move-effects';
import { fetchMove, useMoveJob } from '../../move-job/move-job.api';
import { useTexts } from '../../texts';
import type { CalendarEntry } from './calendar.api';

/** Starts a scheduled job now, after a question that says what it means. */
export function useRunNow(): (entry: CalendarEntry) => void {
  const t = useTexts();
  const { previewAndRun } = useAction();
  const { mutateAsync: move } = useMoveJob();
  const effects = useMoveEffects();
  const sentence = useMoveSentence();
  return ({ job_id, name }) => {
    const id = job_id ?? 0;
    const asked = { title: t('calendar.runNowNamed', { name }), confirmLabel: t('calendar.runNow') };
    void previewAndRun({
      ...asked,
      preview: () => fetchMove(id, new Date(serverNow()).toISOString()),
      question: (preview) => ({
        ...asked,
        body: sentence(preview),
        // That it starts at once is what the person asked for.
        consequences: effects({
          ...preview,
          checks: preview.checks.filter(({ code }) => code !== 'STARTS_AT_ONCE'),
        }),
      }),
      work: (preview) => move({ id, at: preview.to, etag: preview.etag }),
      message: t('calendar.started', { name }),
    });
  };
}
