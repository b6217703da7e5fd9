import { useQuery } from '@tanstack/react-query';
import type { RehearsalDto } from '@tessera/api';
import { useTexts } from '../texts';
import type { RunKey } from './run-choice';
import { type Run, runOfJob, runOfRehearsal } from './run-figures';
import { comparedJobQuery, rehearsalQuery } from './runs.api';

/** Any run with its figures; null while they load, without a key, or for a rehearsal without a report. */
export function useRun(key: RunKey | null): {
  run: Run | null;
  error: Error | null;
  /** The rehearsal that it is. */
  rehearsal: RehearsalDto | null;
} {
  const t = useTexts();
  const rehearsal = useQuery(rehearsalQuery(key?.kind === 'rehearsal' ? key.id : null));
  const job = useQuery(comparedJobQuery(key?.kind === 'job' ? key.id : null));
  if (key === null) return { run: null, error: null, rehearsal: null };
  if (key.kind === 'job')
    return {
      run: job.data ? runOfJob(t, job.data) : null,
      error: job.data ? null : job.error,
      rehearsal: null,
    };
  const { data = null, error } = rehearsal;
  return { run: data && runOfRehearsal(t, data), error: data ? null : error, rehearsal: data };
}
