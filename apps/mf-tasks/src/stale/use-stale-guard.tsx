import { ApiError } from '@tessera/api';
import { StaleDialog, type StaleDifference } from '@tessera/ui';
import { useState, type ReactNode } from 'react';

type Decision = 'overwrite' | 'reload' | 'close';

interface Asked {
  current: Readonly<Record<string, unknown>>;
  decide: (decision: Decision) => void;
}

export interface StaleGuardOptions {
  name: string;
  /** What differs between the row as it is now and what was about to be saved. */
  differences: (current: Readonly<Record<string, unknown>>) => readonly StaleDifference[];
  /** Start over with the row as it is now. */
  onReload: () => void;
}

/** What differs, by field; the first wins and what is alike is left out. */
export const differencesOf = (
  labels: Readonly<Record<string, string>>,
  current: Readonly<Record<string, unknown>>,
  yours: Readonly<Record<string, unknown>>,
): StaleDifference[] =>
  Object.entries(labels)
    .filter(
      ([field]) =>
        field in yours && JSON.stringify(current[field] ?? null) !== JSON.stringify(yours[field] ?? null),
    )
    .map(([field, label]) => ({
      field: label,
      theirs: inWords(current[field]),
      yours: inWords(yours[field]),
    }));

function inWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' ? Object.keys(value).join(', ') : String(value);
}

/**
 * Saves a row under its ETag. When somebody else saved first (412 STALE) it shows theirs beside yours and asks:
 * overwrite saves again without the ETag; reload and close throw the refusal on, so that the form stays.
 */
export function useStaleGuard({ name, differences, onReload }: StaleGuardOptions): {
  guard: <T>(save: (overwrite: boolean) => Promise<T>) => Promise<T>;
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<Asked | null>(null);
  const guard = async <T,>(save: (overwrite: boolean) => Promise<T>): Promise<T> => {
    try {
      return await save(false);
    } catch (error) {
      const current =
        error instanceof ApiError && error.code === 'STALE' ? error.context['current'] : undefined;
      if (typeof current !== 'object' || current === null) throw error;
      const decision = await new Promise<Decision>((decide) => setAsked({ current: { ...current }, decide }));
      setAsked(null);
      if (decision === 'overwrite') return save(true);
      if (decision === 'reload') onReload();
      throw error;
    }
  };
  const dialog = asked ? (
    <StaleDialog
      open
      name={name}
      differences={differences(asked.current)}
      onReload={() => asked.decide('reload')}
      onOverwrite={() => asked.decide('overwrite')}
      onClose={() => asked.decide('close')}
    />
  ) : null;
  return { guard, dialog };
}
