import { useQueries } from '@tanstack/react-query';
import { PlainSelect } from '@tessera/ui/forms';
import { useTexts } from '../texts';
import { jobLabel, rehearsalLabel } from './run-figures';
import { comparableJobsQuery, rehearsalsQuery } from './runs.api';

/** Which run is meant. */
export interface RunKey {
  kind: 'job' | 'rehearsal';
  id: number;
}

/** The run that an address names: "job-12", "rehearsal-8", or the number alone of a run of the page's own kind. */
export function readRunKey(text: string | null, own: RunKey['kind']): RunKey | null {
  const [, kind = own, digits] = /^(?:(job|rehearsal)-)?(\d{1,9})$/.exec(text ?? '') ?? [];
  const id = Number(digits);
  return id > 0 ? { kind: kind === 'job' ? 'job' : 'rehearsal', id } : null;
}

/** What the address says of a run; see `readRunKey`. */
export const writeRunKey = ({ kind, id }: RunKey, own: RunKey['kind']): string =>
  kind === own ? String(id) : `${kind}-${id}`;

export interface RunChoiceProps {
  /** The run of the page, which isn't offered. */
  own: RunKey & { event_id: number; template_id: number | null };
  chosen: RunKey | null;
  /** The name of the chosen run once it is loaded, in case it isn't among those that are offered. */
  chosenLabel: string | null;
  onChoose: (key: RunKey | null) => void;
}

/** Chooses a job or a rehearsal of the same event or template; another one may be in the address. */
export function RunChoice({ own, chosen, chosenLabel, onChoose }: RunChoiceProps) {
  const t = useTexts();
  const filters = (['event_id', 'template_id'] as const).flatMap((field): Record<string, string>[] =>
    own[field] === null ? [] : [{ [field]: String(own[field]), page_size: '50' }],
  );
  const rehearsals = useQueries({ queries: filters.map(rehearsalsQuery) });
  const jobs = useQueries({
    queries: filters.map((filter) => comparableJobsQuery({ ...filter, sort: '-created_at' })),
  });
  const found = new Map<string, string>();
  for (const row of rehearsals.flatMap(({ data }) => data?.rows ?? []))
    if (row.report !== null) found.set(`rehearsal-${row.id}`, rehearsalLabel(t, row));
  for (const job of jobs.flatMap(({ data }) => data ?? [])) found.set(`job-${job.id}`, jobLabel(t, job));
  const value = chosen === null ? '' : `${chosen.kind}-${chosen.id}`;
  if (value !== '' && !found.has(value)) found.set(value, chosenLabel ?? `#${chosen?.id ?? ''}`);
  found.delete(`${own.kind}-${own.id}`);
  if (found.size === 0) return null;
  return (
    <PlainSelect
      label={t('rehearsals.compareWith')}
      value={value}
      onChange={(next) => onChoose(readRunKey(next, own.kind))}
      empty={t('rehearsals.noComparison')}
      options={[...found].map(([key, label]) => ({ value: key, label }))}
      sx={{ maxWidth: 420 }}
    />
  );
}
