import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from '@tessera/federation/router';

/** State of a history entry: its wizard, and the number of entries since the wizard opened. */
interface StepEntry {
  wizard: string;
  depth: number;
}

/** Launched or closed wizards: Forward to one of their steps opens nothing. */
const endedWizards = new Set<string>();

const entryOf = (state: unknown): StepEntry | undefined =>
  typeof state === 'object' && state !== null && 'launchStep' in state
    ? (state.launchStep as StepEntry)
    : undefined;

/**
 * Manages the wizard's history entries, one per step. `leave` goes back to the entry that opened the wizard and replaces
 * it, so that Back leads to the page before. `closed` is the address without the wizard.
 */
export function useWizardHistory(closed: string) {
  const entry = entryOf(useLocation().state);
  const navigate = useNavigate();
  const [wizard] = useState(() => entry?.wizard ?? crypto.randomUUID());
  const [target, setTarget] = useState<string | null>(null);
  const depth = entry?.depth ?? 0;
  const destination = target ?? (entry && endedWizards.has(entry.wizard) ? closed : null);
  useEffect(() => {
    if (destination === null) return;
    if (depth > 0 && target !== null) void navigate(-depth);
    else void navigate(destination, { replace: true });
  }, [destination, target, depth, navigate]);
  return {
    isLeaving: destination !== null,
    /** The state of the next step's entry. */
    nextState: { launchStep: { wizard, depth: depth + 1 } satisfies StepEntry },
    leave: (to: string) => {
      endedWizards.add(wizard);
      setTarget(to);
    },
  };
}
