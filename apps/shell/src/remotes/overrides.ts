import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { moduleOverridesRemove, moduleOverridesSet } from '@tessera/api';
import { describeError, useSnackbar } from '@tessera/ui';
import type { ShellTexts } from '../texts';
import { type LocalProblem, localProblemOf } from './local-modules';
import { useModules } from './modules';
import { type PageReload, reloadPage, usePageReload } from './page-reload';

/** A module that this browser takes from this computer's development server. */
export interface Override {
  name: string;
  /** e.g. `http://localhost:4205`. */
  origin: string;
}

/** An override that is on. */
export interface ActiveOverride extends Override {
  /** Null: the development server serves the module. */
  problem: LocalProblem | null;
}

const key = 'module_overrides';

/** Overrides that are switched off: the server knows the others alone. */
function readSwitchedOff(): Override[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? (stored as Override[]) : [];
  } catch {
    return [];
  }
}

function storeSwitchedOff(overrides: readonly Override[]): void {
  try {
    if (overrides.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(overrides));
  } catch {
    // The browser's settings block storage: a switched-off override has to be added again.
  }
}

/** Forgets the overrides that are switched off. */
export const forgetOverrides = (): void => storeSwitchedOff([]);

export interface Overrides {
  /** Whether this user may have overrides. */
  isAllowed: boolean;
  active: ActiveOverride[];
  switchedOff: Override[];
  isSaving: boolean;
  /** Changes take effect with the page's next load, since the page's content security policy names the origins. */
  reload: PageReload;
  switchOn: (override: Override) => void;
  switchOff: (override: Override) => void;
  remove: (override: Override) => void;
}

/** Why an override has no effect: "http://127.0.0.1:4205 serves mf-parking, not mf-example." */
export const describeProblem = (t: ShellTexts, { name, origin }: Override, problem: LocalProblem): string =>
  problem.kind === 'misnamed'
    ? t('overrides.misnamed', { address: origin, served: problem.served, name })
    : t('overrides.silent', { address: origin, name });

/** The overrides of this browser and user. Each change reloads the page as soon as no input is lost. */
export function useOverrides(reloadNow: () => void = reloadPage): Overrides {
  const { announcement, releases } = useModules();
  const { showError } = useSnackbar();
  const [switchedOff, setSwitchedOff] = useState(readSwitchedOff);
  const reload = usePageReload(reloadNow);
  const announced = new Map(
    announcement?.modules.filter(({ channel }) => channel === 'local').map((one) => [one.name, one]),
  );
  const active = releases.flatMap(({ name, channel, base_url }): ActiveOverride[] => {
    const latest = announced.get(name);
    if (channel !== 'local' || !latest) return [];
    return [{ name, origin: new URL(base_url).origin, problem: localProblemOf(latest) }];
  });

  const change = useMutation({
    mutationFn: async ({ override: { name, origin }, isOn }: { override: Override; isOn: boolean }) => {
      if (isOn) await moduleOverridesSet({ path: { name }, body: { origin } });
      else await moduleOverridesRemove({ path: { name } });
    },
    onError: (error) => showError(describeError(error)),
  });
  const apply = (override: Override, isOn: boolean, remembered: readonly Override[]) =>
    change.mutate(
      { override, isOn },
      {
        onSuccess: () => {
          storeSwitchedOff(remembered);
          setSwitchedOff([...remembered]);
          reload.request();
        },
      },
    );
  const without = ({ name }: Override) => switchedOff.filter((one) => one.name !== name);
  const isActive = ({ name }: Override) => active.some((one) => one.name === name);
  return {
    isAllowed: announcement?.overrides ?? false,
    active,
    switchedOff: switchedOff.filter((override) => !isActive(override)),
    isSaving: change.isPending,
    reload,
    switchOn: (override) => apply(override, true, without(override)),
    switchOff: (override) => apply(override, false, [...without(override), override]),
    remove: (override) => {
      if (isActive(override)) return apply(override, false, without(override));
      storeSwitchedOff(without(override));
      setSwitchedOff(without(override));
    },
  };
}
